# Whether all ways lead to the same things.
Puppet::Functions.create_function(:'same::catalogs') do
  def catalogs
    scope = closure_scope
    global = scope.find_global_scope
    [scope.catalog.equal?(global.catalog), scope.catalog.equal?(scope.compiler.catalog),
     scope.compiler.equal?(global.compiler), scope.compiler.topscope.equal?(global),
     scope.environment.equal?(scope.compiler.environment), scope.catalog.resource('Notify', 'one').scope.equal?(scope),
     scope.catalog.resource('Notify', 'one').equal?(scope.catalog.resource('Notify', 'one'))]
  end
end
