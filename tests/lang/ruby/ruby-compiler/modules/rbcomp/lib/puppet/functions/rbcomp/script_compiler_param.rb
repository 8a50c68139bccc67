Puppet::Functions.create_function(:'rbcomp::script_compiler_param', Puppet::Functions::InternalFunction) do
  dispatch :given do
    script_compiler_param
    param 'Integer', :a
  end

  def given(c, a)
    "#{c.class} #{a}"
  end
end
