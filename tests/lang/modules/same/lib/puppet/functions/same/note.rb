# Leaves notes at what belongs to the compilation, and reads them.
Puppet::Functions.create_function(:'same::note', Puppet::Functions::InternalFunction) do
  dispatch :note do
    scope_param
    param 'String', :what
    optional_param 'String', :text
  end

  def note(scope, what, text = nil)
    catalog = closure_scope.find_global_scope.catalog
    thing = { 'catalog' => catalog, 'compiler' => scope.compiler, 'global' => scope.find_global_scope, 'scope' => scope,
              'environment' => scope.environment, 'types' => scope.environment.known_resource_types,
              'resource' => catalog.resource('Notify', 'one') }.fetch(what)
    if text
      thing.define_singleton_method(:note) { text }
      thing.instance_variable_set(:@note, text)
    end
    [thing.note, thing.instance_variable_get(:@note)]
  end
end
