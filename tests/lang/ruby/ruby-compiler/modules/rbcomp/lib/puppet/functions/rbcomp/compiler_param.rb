Puppet::Functions.create_function(:'rbcomp::compiler_param', Puppet::Functions::InternalFunction) do
  dispatch :given do
    compiler_param
    param 'Integer', :a
  end

  def given(c, a)
    "#{c.class} #{a}"
  end
end
