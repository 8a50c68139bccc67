# What functions ask of the compiler and the catalog; each case is a method.
Puppet::Functions.create_function(:'rbcomp::run', Puppet::Functions::InternalFunction) do
  dispatch :run do
    scope_param
    param 'String', :what
  end

  def run(scope, what)
    send("try_#{what}", scope)
  end

  def try_classes(scope)
    compiler = scope.compiler
    [compiler.class, compiler.catalog.class, compiler.node.class, compiler.node.facts.class, compiler.environment.class,
     compiler.topscope.class].map(&:to_s)
  end

  def try_node(scope)
    node = scope.compiler.node
    [node.name, node.facts.values['os']['family'], node.facts.name, node.environment.to_s, node.parameters['osfamily'],
     node.trusted_data['certname'], node.environment.name.to_s]
  end

  def try_environment(scope)
    env = scope.compiler.environment
    [env.name.to_s, env.to_s, env.module('rbcomp').name, env.known_resource_types.find_hostclass('rbcomp::one').name,
     env.known_resource_types.find_definition('rbcomp::two').name, env.known_resource_types.hostclass('rbcomp::none').inspect]
  end

  def try_catalog(scope)
    catalog = scope.compiler.catalog
    [catalog.name, catalog.environment, catalog.classes, catalog.resources.map(&:ref),
     catalog.resource('File', '/a').ref, catalog.resource('File[/a]')[:mode], catalog.resource(:file, '/none').inspect,
     catalog.environment_instance.to_s]
  end

  def try_edges(scope)
    scope.catalog.edges.map { |e| [e.source.ref, e.target.ref] }
  end

  def try_topscope(scope)
    top = scope.compiler.topscope
    [top['rbcomp_top'], top.to_s, top.compiler.node.name]
  end

  def try_add(scope)
    r = Puppet::Parser::Resource.new(:file, '/made', :scope => scope, :source => scope.source)
    r.set_parameter(:content, 'by ruby')
    r[:mode] = '0600'
    scope.compiler.add_resource(scope, r)
    [r.ref, r[:mode], r.type, r.title, r.builtin_type?, r.scope.to_s]
  end

  def try_add_parameters(scope)
    params = [Puppet::Parser::Resource::Param.new(:name => 'message', :value => 'm', :source => scope.source)]
    r = Puppet::Parser::Resource.new('notify', 'given', :scope => scope, :source => scope.source, :parameters => params)
    scope.compiler.add_resource(scope, r)
    r.to_hash.map { |k, v| [k.to_s, v] }
  end

  def try_add_define(scope)
    scope.environment.known_resource_types.find_definition('rbcomp::two')
    r = Puppet::Parser::Resource.new('rbcomp::two', 'd', :scope => scope, :source => scope.source)
    r[:p] = 5
    scope.catalog.add_resource(r)
    scope.compiler.findresource('Rbcomp::Two', 'd').ref
  end

  def try_compile_define(scope)
    scope.environment.known_resource_types.find_definition('rbcomp::two')
    r = Puppet::Parser::Resource.new('rbcomp::two', 'd', :scope => scope, :source => scope.source)
    r[:p] = 5
    scope.compiler.add_resource(scope, r)
    r.to_hash.map { |k, v| [k.to_s, v] }
  end

  def try_add_virtual(scope)
    r = Puppet::Parser::Resource.new('notify', 'virtual one', :scope => scope, :source => scope.source, :virtual => true)
    scope.compiler.add_resource(scope, r)
    [r.virtual?, r.exported?]
  end

  def try_add_twice(scope)
    2.times do
      r = Puppet::Parser::Resource.new('notify', 'twice', :scope => scope, :source => scope.source)
      scope.compiler.add_resource(scope, r)
    end
  end

  def try_add_wrong(scope)
    r = Puppet::Parser::Resource.new('notify', 'wrong', :scope => scope, :source => scope.source)
    r[:no_such] = 1
    scope.compiler.add_resource(scope, r)
    1
  end

  def try_no_scope(_scope)
    Puppet::Parser::Resource.new('notify', 'x', {})
  end

  def try_change(scope)
    r = scope.findresource('File[/a]')
    r[:mode] = '0755'
    r.tag('added', 'tags')
    r.tagged?('added')
  end

  def try_evaluate(scope)
    scope.compiler.evaluate_classes(['rbcomp::one'], scope, false)
    scope.catalog.classes
  end

  def try_lookup_known(_scope)
    [Puppet.lookup(:current_environment).name.to_s, Puppet.lookup(:no_such_thing) { 'none' }]
  end

  def try_lookup_unknown(_scope)
    Puppet.lookup(:no_such_thing)
  end

  def try_override(_scope)
    inner = Puppet.override({ :no_such_thing => 7 }, 'test') { Puppet.lookup(:no_such_thing) }
    [inner, Puppet.lookup(:no_such_thing) { 'gone' }]
  end
end
