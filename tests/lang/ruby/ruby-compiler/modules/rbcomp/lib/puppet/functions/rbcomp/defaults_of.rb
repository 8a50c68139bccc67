Puppet::Functions.create_function(:'rbcomp::defaults_of', Puppet::Functions::InternalFunction) do
  dispatch :of do
    scope_param
    param 'String', :type
  end

  def of(scope, type)
    scope.lookupdefaults(type).map { |name, param| [name.to_s, param.name.to_s, param.value] }
  end
end
