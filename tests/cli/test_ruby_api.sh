# The parts of Puppet's Ruby API that depend on puppet.conf or on paths of files.
if [ -e "$(dirname "$FICELLE_REAL")/ficelle-ruby.so" ]; then
mkdir -p modules/api/lib/puppet/functions modules/api/lib/facter modules/api/files/dir
printf 'of a module' > 'modules/api/files/dir/a b.txt'
cat > p.conf <<'EOF'
[main]
splay = false
certname = all
[agent]
splay = true
certname = agent.example.com
ssldir = $confdir/$run_mode
[server]
ca_ttl = 10m
EOF
cat > modules/api/lib/puppet/functions/api.rb <<'EOF'
Puppet::Functions.create_function(:api) do
  def api(name)
    send("show_#{name}")
  rescue NoMethodError, Puppet::Error => e
    e.message
  end

  def show_settings
    agent = Puppet.settings.values(:production, :agent)
    main = Puppet.settings.values(nil, :main)
    [agent.interpolate(:splay), main.interpolate(:splay), agent.interpolate(:certname), main.interpolate('certname'),
     agent.interpolate(:ssldir)[%r{[^/]+\z}], Puppet.settings.values(nil, :master).interpolate(:ca_ttl), main.interpolate(:no_setting).inspect,
     Puppet.settings.values(nil, :no_section).interpolate(:splay).inspect, Puppet.settings.set_in_section(:splay, :agent),
     Puppet.settings.set_in_section?(:splay, :server), Puppet.settings.set_by_config?(:ca_ttl), Puppet[:certname]].join(' ')
  end

  def show_files
    found = Puppet::FileServing::Content.indirection.find('puppet:///modules/api/dir/a b.txt')
    meta = Puppet::FileServing::Metadata.indirection.find('puppet:///modules/api/dir', source_permissions: :use)
    nothing = Puppet::FileServing::Content.indirection.find('puppet:///modules/api/nothing')
    [found.content, found.content.encoding, meta.ftype, meta.checksum_type, nothing.inspect, Puppet::FileServing::Content.indirection.find('modules/api/dir/a b.txt').content].join(' ')
  end

  def show_server
    Puppet::FileServing::Content.indirection.find('puppet://other/modules/api/x')
  end

  def show_mount
    Puppet::FileServing::Content.indirection.find('puppet:///plugins/x')
  end

  def show_refused
    scope = closure_scope
    [-> { scope.catalog.relationship_graph }, -> { scope.newscope }, -> { scope.compiler.add_override(1) }, -> { scope.environment.modules },
     -> { Puppet.settings.eachsection }, -> { Puppet.runtime[:impl] }, -> { scope.catalog.no_method_at_all },
     -> { def scope.lookupvar(*) = 1 }, -> { scope.extend(Module.new { def setvar = 1 }) },
     -> { scope.class.class_eval { def lookupdefaults = 1 } }, -> { scope.class.prepend(Module.new { def newscope = 1 }) },
     -> { scope.class.class_eval { def own_method = 1 } }, -> { def scope.own_method = 1; scope.missing_method }].map do |use|
      begin
        use.call
      rescue NotImplementedError, NoMethodError => e
        e.message[/\Anot supported: \S+|\Aundefined/]
      end
    end.join(',')
  end

  # Large libraries are loaded when their constants are used, even after a require.
  def show_libraries
    before = $LOADED_FEATURES.size
    %w[socket resolv open3].each { |name| require name }
    later = $LOADED_FEATURES.size == before
    [later, Resolv::DNS.name, UNIXServer.superclass, TCPServer.superclass, Socket::AF_INET, Addrinfo.ip('127.0.0.1').ip_address,
     Open3.capture2('echo', 'x').first.chomp, require('socket'), $LOADED_FEATURES.grep(%r{/(?:socket|resolv|open3)\.rb\z}).size,
     Facter.value(:kernel), Facter.value('os')['name'].class].join(' ')
  end

  def show_message
    @secret = 'a secret'
    [self, Puppet.settings, closure_scope.compiler, closure_scope.compiler.node.facts, closure_scope.catalog].map do |object|
      begin
        object.no_such_method
      rescue NoMethodError => e
        e.message.include?('secret') || e.message.size > 120 ? "dumps #{object.class}" : 'short'
      end
    end.join(' ')
  end
end
EOF
cat > modules/api/lib/facter/api.rb <<'EOF'
Facter.add(:api) do
  setcode do
    agent = Puppet.settings.values(Puppet[:environment].to_sym, :agent)
    [agent.interpolate(:splay), Puppet.settings.values(nil, :main).interpolate(:splay), agent.interpolate(:certname),
     agent.interpolate(:no_setting).inspect, Puppet.settings.set_in_section(:splay, :agent), Puppet.settings.set_in_section?(:splay, :main),
     Puppet.settings.values(nil, :master).interpolate(:ca_ttl), (Puppet.settings.no_such_method rescue $!.message.size < 120)].join(' ')
  end
end
EOF
api() { run "$1" 0 evaluate --modulepath "$PWD/modules" --config "$PWD/p.conf" --statsfile "$PWD/stats" -e "api('$1')"; }
api settings
out '"true false agent.example.com all agent 600 nil nil true false true all"'
api files
out '"of a module ASCII-8BIT directory ctime nil of a module"'
api server
out '"not supported: files of other servers while compiling (puppet://other/modules/api/x)"'
api mount
out '"not supported: files of the mount plugins while compiling (/plugins/x)"'
api refused
out '"not supported: Puppet::Resource::Catalog#relationship_graph,not supported: Puppet::Parser::Scope#newscope,not supported: Puppet::Parser::Compiler#add_override,not supported: Puppet::Node::Environment#modules,not supported: Puppet::Settings#eachsection,not supported: Puppet.runtime[:impl],undefined,not supported: Puppet::Parser::Scope#lookupvar,not supported: Puppet::Parser::Scope#setvar,not supported: Puppet::Parser::Scope#lookupdefaults,not supported: Puppet::Parser::Scope#newscope,own_method,undefined"'
# Rich data has no form of a Ruby object.
cat > modules/api/lib/puppet/functions/now.rb <<'END'
Puppet::Functions.create_function(:now) do
  def now
    Time.at(0).utc
  end
end
END
now() { run "$1" "$2" catalog compile n.example.com --facts /dev/null --statsfile "$PWD/stats" --modulepath "$PWD/modules" --manifest now.pp --strict "$3"; }
echo 'notify { "a": message => { "b" => [now()], "c" => type(now()) } }' > now.pp
now 'a Ruby object in a catalog' 1 error
err "~Notify[a]['message']['b'][0] contains a Time value. It will be converted to the String '1970-01-01 00:00:00 UTC'"
now 'the same with warnings' 0 warning
err "~Notify[a]['message']['b'][0] contains a Time value. It will be converted to the String '1970-01-01 00:00:00 UTC'"
echo 'notify { "a": message => { now() => 1 } }' > now.pp
now 'a Ruby object as a key' 1 error
err "~Notify[a]['message'] contains a Time value. It will be converted"
cat > defaults.pp <<'END'
File {
  mode => '0644',
}
rbcomp::defaults({ 'noop' => true })
file { '/a': }
END
run 'defaults that Ruby code passes on' 0 catalog why 'File[/a]' --manifest defaults.pp --facts /dev/null --modulepath "$top/tests/lang/ruby/ruby-compiler/modules" --statsfile "$PWD/stats"
out "File[/a]
  declared at $PWD/defaults.pp:5 in Class[main]
  contained in Stage[main] > Class[main]
  parameters
    mode = \"0644\"
      resource default at $PWD/defaults.pp:2 in Class[main]
    noop = true
      resource default at $PWD/defaults.pp:5 in Class[main]"
api libraries
out '"true Resolv::DNS UNIXSocket TCPSocket 2 127.0.0.1 x false 3 Linux String"'
api message
out '"short short short short short"'
FICELLE=$FICELLE_REAL
run 'settings in facts' 0 facts api --modulepath "$PWD/modules" --config "$PWD/p.conf" --confdir "$PWD" --vardir "$PWD/var" --statsfile "$PWD/stats" --render-as json
out '{"api":"true false agent.example.com nil true true 600 true"}'
fi
