Puppet::Functions.create_function(:'rbmade::run', Puppet::Functions::InternalFunction) do
  dispatch :run do
    scope_param
    param 'String', :name
  end

  def run(scope, name)
    @scope = scope
    @types = scope.environment.known_resource_types
    send("run_#{name}")
  rescue Puppet::Error => e
    "#{e.class.name[/\w+\z/]}: #{e.message}"
  end

  def hostclass(name, options = {})
    Puppet::Resource::Type.new(:hostclass, name, options)
  end

  def evaluated(host, scope = @scope.compiler.topscope)
    made = Puppet::Parser::Resource.new('class', host.name, scope: scope)
    scope.catalog.add_resource(made)
    host.evaluate_code(made)
    made
  end

  def run_parts
    host = @types.add_hostclass(hostclass('Made::One', file: '/x.pp', line: 3))
    found = @types.find_hostclass('made::one')
    [host.name, host.type, host.file, host.line, host.hostclass?, host.definition?, host.namespace, host.parent,
     found.name, found.equal?(host), @types.hostclass('made::one').equal?(host), @types.hostclass('made::two')].map(&:to_s)
  end

  def run_twice
    @types.add(hostclass('made::one', file: '/x.pp', line: 3))
    @types.add(hostclass('made::one'))
  end

  def run_taken
    @types.add_hostclass(hostclass('rbmade'))
  end

  def run_as_definition
    @types << hostclass('made::one')
    @types.add(Puppet::Resource::Type.new(:definition, 'made::one'))
  end

  def run_wrong
    Puppet::Resource::Type.new(:other, 'x')
  rescue ArgumentError => e
    e.message
  end

  def run_inherits
    @types.add_hostclass(child = hostclass('made::child', parent: 'rbmade::base'))
    child.ensure_in_catalog(@scope)
    [child.parent, child.child_of?(@types.find_hostclass('rbmade::base')), @scope.catalog.resource('Class', 'made::child').evaluated? ? true : false]
  end

  def run_scopes
    @types.add_hostclass(host = hostclass('made::scoped', module_name: 'rbmade'))
    evaluated(host)
    inner = @scope.class_scope(host)
    [inner.to_s, inner['title'], inner['name'], inner['module_name'], inner.source.name, inner.resource.ref]
  end

  def run_from_class
    @types.add_hostclass(host = hostclass('made::inner'))
    evaluated(host, @scope)
    @scope.class_scope(host).call_function('create_resources', ['notify', { 'in' => {} }])
    @scope.catalog.edges.map(&:to_s)
  end

  def run_define
    @types.add(Puppet::Resource::Type.new(:definition, 'made::thing'))
    @scope.call_function('create_resources', ['made::thing', { 'a' => {} }])
    @scope.find_definition('made::thing').name
  end

  def run_duplicate
    2.times do
      resource = Puppet::Parser::Resource.new('notify', 'x', scope: @scope)
      @scope.catalog.add_resource(resource)
    rescue Puppet::Resource::Catalog::DuplicateResourceError => e
      return e.message
    end
  end

  def run_duplicate_call
    @scope.call_function('create_resources', ['notify', { 'y' => {} }])
    @scope.call_function('create_resources', ['notify', { 'y' => {} }])
  rescue Puppet::Resource::Catalog::DuplicateResourceError => e
    e.message[/\A[^(]+/]
  end

  def run_remove
    @scope.catalog.remove_resource(@scope.catalog.resource('File[/a]'))
    @scope.catalog.remove_resource(Puppet::Resource.new('file', '/nowhere'))
    @scope.call_function('create_resources', ['file', { '/a' => { 'mode' => '0600' } }])
    @scope.catalog.resources.map(&:ref).grep(/File/) + @scope.catalog.edges.map(&:to_s).grep(/File/)
  end

  def run_hash
    r = @scope.catalog.resource('Notify[n]')
    [r.keys, r.has_key?(:message), r.has_key?(:loglevel), r.length, r.empty?, r.include?('message'),
     r.delete(:message).value, r.delete(:message), r.keys, r.empty?, r.name, r.path, r.to_ref, r.evaluated? ? true : false]
      .map { |v| v.nil? ? 'nil' : v }
  end

  def run_each
    r = @scope.catalog.resource('File[/a]')
    [r.each { |name, param| @seen = [name, param.value] } && @seen, r.map { |name, param| "#{name}=#{param.value}" },
     r.to_a.size, r.source.type, r.catalog.name, r.isomorphic?, r.uniqueness_key, r.key_attributes,
     r.valid_parameter?(:mode), r.valid_parameter?(:nothing), r.builtin_type?, r.copy_as_resource.to_hash]
  end

  def run_mark
    r = @scope.catalog.resource('Notify[v]')
    r.virtual = false
    s = @scope.catalog.resource('Notify[n]')
    s.exported = true
    [r.virtual? ? true : false, s.virtual? ? true : false, s.exported? ? true : false]
  end

  def run_reference
    r = Puppet::Resource.new('Notify', 'z', parameters: { message: 'm' })
    r['loglevel'] = 'err'
    [r.keys, r.length, r.has_key?(:message), r.name, r.to_ref, r.delete(:message), r.empty?, r.map { |k, v| "#{k} #{v}" },
     r.exported? ? true : false, r.stage?, r.builtin_type?]
  end
end
