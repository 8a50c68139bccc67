#!/usr/bin/env ruby
# frozen_string_literal: true

# Compiles every public class of the modules below DIR with the real Puppet, one catalog a class, as a node
# classifier would assign it; all in this one process.
#   puppet-compile.rb DIR FACTS.yaml [CASES.jsonl]
# CASES names the classes to compile, {"id":…,"class":…,"code":TEXT} a line; the text, the same in all, is the manifest.
# One line a class: {"id":CLASS,"ok":true,"catalog":{…}} or {"id":CLASS,"ok":false,"error":TEXT}
require 'json'
require 'yaml'
require 'tmpdir'
require 'fileutils'
require_relative '../lib/without-gettext'
require 'puppet'

NODE = 'oracle.example.com'
dir, facts_file, cases_file = ARGV
work = Dir.mktmpdir('compile')
at_exit { FileUtils.remove_entry(work) }
Puppet.initialize_settings(['--confdir', work, '--vardir', "#{work}/var", '--codedir', "#{work}/code"])
Puppet[:strict] = :warning
Puppet[:strict_variables] = false
Puppet::Util::Log.close_all

# [class, file] of each manifest that defines the class its path promises.
def classes(dir)
  Dir.children(dir).sort.flat_map do |mod|
    base = File.join(dir, mod, 'manifests')
    Dir.glob('**/*.pp', base: base).sort.filter_map do |path|
      parts = path.delete_suffix('.pp').split('/')
      name = parts == ['init'] ? mod : [mod, *parts].join('::')
      name if File.read(File.join(base, path), encoding: 'UTF-8').scrub.match?(/^\s*class\s+(::)?#{name}\b/)
    end
  end
end

facts = YAML.load_file(facts_file)
vendored = File.join(__dir__, 'vendored')
fresh = -> { Puppet::Node::Environment.create(:production, [dir, vendored], Puppet::Node::Environment::NO_MANIFEST) }

compile = lambda do |name, env|
  node = Puppet::Node.new(NODE, environment: env, classes: { name => nil }, facts: Puppet::Node::Facts.new(NODE, facts))
  node.merge(facts)
  node.add_server_facts('serverversion' => Puppet.version, 'servername' => NODE, 'serverip' => '192.0.2.1',
                        'environment' => 'production')
  node.trusted_data = { 'authenticated' => 'local', 'certname' => NODE, 'extensions' => {}, 'external' => {},
                        'hostname' => 'oracle', 'domain' => 'example.com' }
  Puppet.override({ environments: Puppet::Environments::Static.new(env), current_environment: env }, 'class') do
    Puppet::Parser::Compiler.compile(node).to_data_hash
  end
end

cases = cases_file && File.readlines(cases_file).map { |line| JSON.parse(line) }
Puppet[:code] = cases.first['code'] if cases
env = fresh.call
(cases ? cases.map { |c| c['class'] } : classes(dir)).each do |name|
  outcome = begin
    { 'id' => name, 'ok' => true, 'catalog' => compile.call(name, env) }
  rescue StandardError, LoadError, SystemStackError => e
    # A file that failed to load counts as loaded from then on; what follows is to be compiled as if it came first.
    env = fresh.call
    { 'id' => name, 'ok' => false, 'error' => e.message.scrub }
  end
  text = begin
    JSON.generate(outcome)
  rescue JSON::GeneratorError
    JSON.generate('id' => name, 'ok' => false, 'error' => 'the catalog cannot be written as JSON')
  end
  puts text
end
