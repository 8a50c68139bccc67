Puppet::Functions.create_function(:'rbcomp::pal_compiler_param', Puppet::Functions::InternalFunction) do
  dispatch :given do
    pal_compiler_param
    param 'Integer', :a
  end

  def given(c, a)
    "#{c.class} #{a}"
  end
end
