Puppet::Functions.create_function(:'rbcomp::cache_param', Puppet::Functions::InternalFunction) do
  dispatch :given do
    cache_param
    param 'Integer', :a
  end

  def given(c, a)
    "#{c.class} #{a}"
  end
end
