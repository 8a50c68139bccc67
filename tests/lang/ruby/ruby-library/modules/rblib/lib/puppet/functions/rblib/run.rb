# What code in modules uses of Puppet's library without a require.
Puppet::Functions.create_function(:'rblib::run', Puppet::Functions::InternalFunction) do
  dispatch :run do
    scope_param
    param 'String', :name
  end

  def run(scope, name)
    @scope = scope
    send("run_#{name}")
  end

  def path
    File.expand_path('../../../../../files/text', __FILE__)
  end

  def run_symkeys
    Puppet::Pops::Lookup::HieraConfig.symkeys_to_string({ a: { b: [{ c: :d }] }, 1 => 2, 'e' => nil }).inspect
  end

  def run_lookup
    invocation = Puppet::Pops::Lookup::Invocation.new(@scope, { 'given' => 1 }, { 'last' => 2 })
    any = Puppet::Pops::Types::TypeFactory.any
    [Puppet::Pops::Lookup.lookup('rblib::list', any, nil, false, 'unique', invocation),
     Puppet::Pops::Lookup.lookup(%w[nowhere given], any, nil, false, nil, invocation),
     Puppet::Pops::Lookup.lookup('last', any, nil, false, nil, invocation),
     Puppet::Pops::Lookup.lookup('nowhere', any, 3, true, nil, invocation),
     Puppet::Pops::Lookup.lookup('nowhere', any, nil, false, nil, invocation) { |name| "no #{name}" },
     Puppet::Pops::Lookup.search_and_merge('rblib::hash', invocation, 'hash'),
     catch(:no_such_key) { Puppet::Pops::Lookup.search_and_merge('nowhere', invocation, nil); 'found' }.inspect,
     catch(:no_such_key) { Puppet::Pops::Lookup.search_and_merge('given', invocation, nil); 'found' }.inspect]
  end

  def run_lookup_missing
    Puppet::Pops::Lookup.lookup('nowhere', nil, nil, false, nil, Puppet::Pops::Lookup::Invocation.new(@scope))
  end

  def run_lookup_error
    raise Puppet::DataBinding::LookupError, 'the data cannot be had'
  end

  def run_lookup_errors
    [Puppet::DataBinding::LookupError, Puppet::DataBinding::RecursiveLookupError].map { |c| c.ancestors.include?(Puppet::PreformattedError) }
  end

  def run_uris
    ['http://h:1/a b+c?x y=1+2&z#f g', '/a/b c%20d', 'puppet:///modules/m/ü', 'a[1];b', '?q', '#f', ''].map { |u| Puppet::Util.uri_encode(u) } +
      [Puppet::Util.uri_encode('/a#b c', { allow_fragment: true }), Puppet::Util.uri_query_encode('a=b&c *~-_.ü'),
       Puppet::Util.path_to_uri('/a b/c').to_s, Puppet::Util.uri_to_path(URI.parse('file:/a%20b')), Puppet::Util.uri_unescape('%41+b')]
  end

  def run_yaml
    [Puppet::Util::Yaml.safe_load("a: [1, ~]\n"), Puppet::Util::Yaml.safe_load(''), Puppet::Util::Yaml.safe_load(':a: 1', [Symbol]).inspect,
     failing { Puppet::Util::Yaml.safe_load('a: :b') }, failing { Puppet::Util::Yaml.safe_load('--- !ruby/object:Object {}', [], 'f') },
     failing { Puppet::Util::Yaml.safe_load('[') }.sub(/ at line.*/m, ''), Puppet::Util::Yaml.safe_load_file_if_valid('/nowhere').inspect]
  end

  def failing
    yield
    'fine'
  rescue Puppet::Error => e
    "#{e.class}: #{e.message}"
  end

  def run_json
    [Puppet::Util::Json.load('{"a": [1]}'), Puppet::Util::Json.dump([1, 'a']), (Puppet::Util::Json.load('x') rescue $!.class.name)]
  end

  def run_log
    Puppet::Util::Log.create(level: :warning, message: 'from the log', source: 'here')
    made = Puppet::Util::Log.new(level: 'notice', message: 'plain')
    [made.level, made.message, made.source, Puppet::Util::Log.levels.size, Puppet::Util::Log.validlevel?(:loud)]
  end

  def run_types
    file = Puppet::Type.type(:file)
    [file.name, file.validattr?(:mode), file.validattr?(:nothing), Puppet::Type.type(:nothing).inspect, Puppet::Type.metaparam?(:noop)]
  end

  def run_relationship
    one = Puppet::Relationship.new('a', 'b', event: :ALL_EVENTS, callback: :refresh)
    [one.to_s, one.event, one.match?(:x), Puppet::Relationship.new('a', 'b').match?(:x), one.label.inspect,
     (Puppet::Relationship.new('a', 'b', event: :x) rescue $!.message)]
  end

  def run_files
    fs = Puppet::FileSystem
    [fs.read_preserve_line_endings(path), fs.file?(path), fs.exist?('/nowhere'), fs.dir_string('/a/b'), fs.basename_string('/a/b'),
     fs.basename('/a/b').class.name, fs.expand_path('b', '/a'), fs.assert_path('/a').to_s, (fs.assert_path(1) rescue $!.message), fs.path_string('/a')]
  end

  def run_serving
    require 'puppet/file_serving/content'
    require 'puppet/file_serving/metadata'
    content = Puppet::FileServing::Content.indirection.find(path)
    meta = Puppet::FileServing::Metadata.indirection.find(path, links: :follow)
    nowhere = Puppet::FileServing::Content.indirection.find('/nowhere/at/all')
    [content.content, content.path == path, content.full_path == path, meta.ftype, meta.checksum_type.to_s, meta.checksum.size, meta.mode, nowhere.inspect]
  end

  # Of settings that are the same wherever this runs.
  def run_settings
    main = Puppet.settings.values(:production, :main)
    [main.interpolate(:ca_ttl) == Puppet.settings.values(nil, :agent).interpolate(:ca_ttl), main.interpolate(:masterport), main.interpolate(:nothing).inspect,
     main.interpolate(:splay), main.interpolate(:number_of_facts_soft_limit), main.interpolate(:ssldir).is_a?(String),
     Puppet.settings.set_in_section?(:splay, :agent), Puppet.settings.set_in_section(:splay, :main).inspect,
     Puppet.settings.global_defaults_initialized?]
  end
end
