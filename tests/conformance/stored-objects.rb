# Stores and finds facts, nodes and catalogs through the termini of the real Puppet, in the folders that ficelle uses.
#   stored-objects.rb VARDIR write          stores what is below
#   stored-objects.rb VARDIR read           prints what is found, one line of JSON each
require_relative '../lib/without-gettext'
require 'puppet'
require 'json'

vardir, what = ARGV
Puppet.initialize_settings(['--vardir', vardir, '--confdir', "#{vardir}/conf", '--codedir', "#{vardir}/code"])
Puppet.settings.preferred_run_mode = :server
FACTS = { 'os' => { 'name' => 'x', 'n' => 7, 'f' => 1.5, 'list' => ['a', true, nil] }, 'text' => "a: b\nc", 'no' => 'no',
          'number' => '0123', 'colon' => '::1', 'empty' => '', 'utf8' => "\u00e9" }.freeze

def each_store(indirection)
  %i[yaml json].each do |terminus|
    indirection.terminus_class = terminus
    indirection.cache_class = nil
    yield terminus
  end
end

Puppet.override(Puppet.base_context(Puppet.settings)) do
  env = Puppet::Node::Environment.create(:production, [])
  Puppet.override(environments: Puppet::Environments::Static.new(env), current_environment: env) do
    each_store(Puppet::Node::Facts.indirection) do |terminus|
      key = "ruby-#{terminus}"
      if what == 'write'
        Puppet::Node::Facts.indirection.save(Puppet::Node::Facts.new(key, FACTS.dup))
      else
        puts JSON.generate(Puppet::Node::Facts.indirection.find("own-#{terminus}").to_data_hash)
      end
    end
    each_store(Puppet::Node.indirection) do |terminus|
      key = "ruby-#{terminus}"
      if what == 'write'
        Puppet::Node.indirection.save(Puppet::Node.new(key, classes: { 'a' => nil, 'b' => { 'x' => 1 } },
                                                            parameters: { 'p' => 'v: 1' }, environment: env))
      else
        puts JSON.generate(Puppet::Node.indirection.find("own-#{terminus}").to_data_hash)
      end
    end
    each_store(Puppet::Resource::Catalog.indirection) do |terminus|
      key = "ruby-#{terminus}"
      if what == 'write'
        catalog = Puppet::Resource::Catalog.new(key, env)
        catalog.add_resource(Puppet::Resource.new('notify', 'x', parameters: { message: 'a: b' }))
        Puppet::Resource::Catalog.indirection.save(catalog)
      else
        puts JSON.generate(Puppet::Resource::Catalog.indirection.find("own-#{terminus}").to_data_hash)
      end
    end
  end
end
