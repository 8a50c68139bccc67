#!/usr/bin/env ruby
# frozen_string_literal: true

# Compiles what suites-record.rb wrote with the real Puppet, all in this one process:
#   suites-puppet.rb CASES.jsonl [again]
# One line a case: {"id":…,"ok":true,"cpu":…,"warm":…,"catalog":{…}} or {"id":…,"ok":false,"cpu":…,"error":…}
# Processor time in seconds: of a compilation in a new environment and, when asked for, of a second one in the same.
require 'json'
require 'tmpdir'
require 'fileutils'
require 'timeout'
require_relative '../lib/without-gettext'
require 'puppet'

work = Dir.mktmpdir('suites')
at_exit { FileUtils.remove_entry(work) }
Puppet.initialize_settings(['--confdir', work, '--vardir', "#{work}/var", '--codedir', "#{work}/code",
                            '--ssldir', "#{work}/var/ssl", '--logdir', '/var/log/puppet', '--rundir', '/run/puppet'])
Puppet[:strict] = :error
Puppet[:strict_variables] = true
Puppet::Util::Log.close_all
no_hiera = Puppet[:hiera_config]
server = { 'serverversion' => Puppet.version, 'servername' => 'oracle.example.com', 'serverip' => '192.0.2.1',
           'environment' => 'production' }

prepare = lambda do |c|
  Puppet[:code] = c['code']
  Puppet[:hiera_config] = c['hiera'].empty? ? no_hiera : c['hiera']
  Puppet::Node::Environment.create(:production, c['modulepath'], Puppet::Node::Environment::NO_MANIFEST)
end

compile = lambda do |c, env|
  node = Puppet::Node.new(c['node'], environment: env, facts: Puppet::Node::Facts.new(c['node'], c['facts']))
  node.merge(c['facts'])
  node.add_server_facts(server)
  node.parameters.replace(c['parameters']) if c['parameters']
  node.trusted_data = c['trusted']
  Puppet.override({ environments: Puppet::Environments::Static.new(env), current_environment: env }, 'case') do
    Timeout.timeout(300) { Puppet::Parser::Compiler.compile(node).to_data_hash }
  end
end

# Processor time of a block, and what it gives.
timed = lambda do |&block|
  began = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
  value = block.call
  [(Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - began).round(6), value]
end

answer = lambda do |c|
  env = nil
  cold, outcome = timed.call do
    env = prepare.call(c)
    { 'ok' => true, 'catalog' => compile.call(c, env) }
  rescue StandardError, ScriptError, SystemStackError => e
    { 'ok' => false, 'error' => e.message.scrub }
  end
  warm, = timed.call { compile.call(c, env) } if outcome['ok'] && ARGV[1] == 'again'
  { 'id' => c['id'], 'cpu' => cold, 'warm' => warm || 0 }.merge(outcome)
end

File.foreach(ARGV[0]) do |line|
  c = JSON.parse(line)
  c['modulepath'].each { |dir| Dir.glob("#{dir}/*/lib") { |lib| $LOAD_PATH << lib unless $LOAD_PATH.include?(lib) } }
  text = begin
    JSON.generate(answer.call(c))
  rescue JSON::GeneratorError
    JSON.generate('id' => c['id'], 'ok' => false, 'error' => 'the catalog cannot be written as JSON')
  end
  # $settings::confdir and others are in catalogs; compile-batch has Debian's.
  puts text.gsub("#{work}/var/ssl", '/var/lib/puppet/ssl').gsub("#{work}/var", '/var/cache/puppet')
           .gsub(work, '/etc/puppet')
end
