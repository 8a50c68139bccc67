# What an internal function gets.
Puppet::Functions.create_function(:'rubyfns::scoped', Puppet::Functions::InternalFunction) do
  dispatch :scoped do
    scope_param
    param 'String', :what
    repeated_param 'Any', :rest
  end

  def scoped(scope, what, *rest)
    case what
    when 'variable' then scope[rest[0]]
    when 'lookupvar' then scope.lookupvar(rest[0])
    when 'include' then scope.include?(rest[0])
    when 'exist' then scope.exist?(rest[0])
    when 'set' then scope[rest[0]] = rest[1]
    when 'to_s' then scope.to_s
    when 'resource' then scope.resource.to_s
    when 'catalog' then scope.catalog.resource(rest[0]).to_s
    when 'find' then scope.findresource(rest[0]).nil?
    when 'param' then scope.findresource(rest[0])[rest[1].to_sym]
    when 'old' then scope.function_rubyfns_old([*rest])
    when 'call' then scope.call_function(rest[0], rest[1..])
    when 'top' then scope.compiler.topscope['fact_of_top']
    when 'names' then scope.to_hash.key?(rest[0])
    end
  end
end
