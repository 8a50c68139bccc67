Puppet::Functions.create_function(:'rbcomp::scope_param', Puppet::Functions::InternalFunction) do
  dispatch :given do
    scope_param
    param 'Integer', :a
  end

  def given(c, a)
    "#{c.class} #{a}"
  end
end
