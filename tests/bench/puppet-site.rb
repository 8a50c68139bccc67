#!/usr/bin/env ruby
# frozen_string_literal: true

# A warm real Puppet that compiles on demand: bench-compile's other half.
#   puppet-site.rb SITE           SITE holds environments/production
# Each line "NODE FACTS_FILE [SAVE_FILE]" on standard input is answered by one line
#   SECONDS CPU_SECONDS RESOURCES BYTES     or   failed MESSAGE
# from the node with its facts to the catalog's JSON text; reading the facts file and saving the text are not in it.
require 'json'
require 'yaml'
require 'tmpdir'
require 'fileutils'
require 'puppet'

$stdout.sync = true
site = File.expand_path(ARGV.fetch(0))
work = Dir.mktmpdir('bench')
at_exit { FileUtils.remove_entry(work) }
Puppet.initialize_settings(['--confdir', work, '--vardir', "#{work}/var", '--codedir', "#{work}/code",
                            '--environmentpath', "#{site}/environments", '--environment_timeout', 'unlimited',
                            '--basemodulepath', '/usr/share/puppet/modules'])
Puppet::Util::Log.close_all
Puppet::Util::Log.level = :err
Puppet.push_context(Puppet.base_context(Puppet.settings), 'bench')
env = Puppet.lookup(:environments).get!(:production)

def clock = Process.clock_gettime(Process::CLOCK_MONOTONIC)
def cpu = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)

def node_for(name, values, env)
  facts = Puppet::Node::Facts.new(name, values)
  node = Puppet::Node.new(name, environment: env, facts: facts)
  node.merge(values)
  host, domain = name.split('.', 2)
  node.trusted_data = { 'authenticated' => 'local', 'certname' => name, 'extensions' => {}, 'external' => {},
                        'hostname' => host, 'domain' => domain }
  node
end

puts 'ready'
$stdin.each_line(chomp: true) do |line|
  name, file, save = line.split(' ', 3)
  values = YAML.load_file(file) # JSON is YAML
  GC.start
  start = clock
  cpu_start = cpu
  node = node_for(name, values, env)
  catalog = Puppet.override(current_environment: env, loaders: env.loaders) { Puppet::Parser::Compiler.compile(node) }
  text = catalog.to_data_hash.to_json
  took = clock - start
  cpu_took = cpu - cpu_start
  File.write(save, text) if save
  printf("%.6f %.6f %d %d\n", took, cpu_took, catalog.resources.size, text.bytesize)
rescue Puppet::Error => e
  puts "failed #{e.message.tr("\n", ' ')}"
end
