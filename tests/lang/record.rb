#!/usr/bin/env ruby
# frozen_string_literal: true

# Compiles the cases of tests/lang with the real Puppet, all in this one process, and writes what came out.
#
#   record.rb LANG_DIR OUT_DIR [GROUP/FAMILY | FAMILY]...
#
# LANG_DIR/GROUP/FAMILY/CASE.pp are the cases; OUT_DIR/GROUP/FAMILY.jsonl receives one line a case, in order of their names:
#   {"id":CASE, "ok":true,  "catalog":{…}, "logs":[[LEVEL,TEXT],…]}   or
#   {"id":CASE, "ok":false, "error":TEXT,  "logs":[[LEVEL,TEXT],…]}
# What changes from run to run (version, catalog_uuid, code_id, seconds) is left out, LANG_DIR is written @LANG@,
# the address of a Ruby object 0xADDRESS.
# Head lines of a case: "# node: NAME", "# facts: {JSON}", "# environment: NAME" (the directory FAMILY/environments/NAME is
# the environment's, with its hiera.yaml) and "# hiera: FILE" (of the family: the global hiera.yaml). LANG_DIR/FAMILY/modules
# is searched before LANG_DIR/modules; families whose names begin with "std-" see stdlib too, Debian's or the one in the directory
# that the variable STDLIB names, and all of Debian's modules when they have a file `real-only`; those that begin with "std9-" see the
# one that STDLIB9 names, and keep their answers when it names none. LANG_DIR/GROUP/FAMILY/options may hold "--strict LEVEL" and "--strict-variables".
require 'json'
require 'yaml'
require 'tmpdir'
require 'fileutils'
require_relative '../lib/without-gettext'
require 'puppet'

# Collects what Puppet logs while a case compiles.
class Collected
  attr_reader :lines

  def initialize
    @lines = []
  end
end

Puppet::Util::Log.newdesttype :collected do
  match 'Collected'

  def initialize(collected)
    @collected = collected
  end

  def handle(message)
    @collected.lines << [message.level.to_s, message.message.to_s]
  end
end

class Recorder
  VOLATILE = %w[version catalog_uuid code_id].freeze
  DEFAULT_NODE = 'alpha.example.com'
  MODULES = '/usr/share/puppet/modules'
  STDLIB9 = ENV.fetch('STDLIB9', nil)
  STDLIB = ENV.fetch('STDLIB', "#{MODULES}/stdlib")

  def initialize(lang, out, work)
    @lang = File.expand_path(lang)
    @out = out
    @stdlib = File.join(work, 'stdlib-only')
    Dir.mkdir(@stdlib)
    File.symlink(STDLIB, File.join(@stdlib, 'stdlib'))
    @stdlib9 = File.join(work, 'stdlib9-only')
    Dir.mkdir(@stdlib9)
    File.symlink(STDLIB9, File.join(@stdlib9, 'stdlib')) if STDLIB9
    @facts = YAML.load_file(File.join(@lang, 'facts.yaml'))
  end

  # Families whose module is not here keep what was recorded.
  def keep(family)
    return false unless family.include?('/std9-') && !STDLIB9
    file = File.join(@lang, 'expect', "#{family}.jsonl")
    to = File.join(@out, "#{family}.jsonl")
    FileUtils.cp(file, to) unless File.exist?(to) && File.realpath(to) == File.realpath(file)
    true
  end

  def families
    Dir.glob('*/*/*.pp', base: @lang).map { |f| File.dirname(f) }.uniq.sort
  end

  # GROUP/FAMILY of a family's name.
  def family_named(name)
    families.find { |f| f == name || File.basename(f) == name } || abort("record: no family #{name}")
  end

  def record(family)
    FileUtils.mkdir_p(File.join(@out, File.dirname(family)))
    return if keep(family)
    options = options_of(family)
    @modulepath = modulepath_of(family)
    # As Puppet's commands do for the environment they run in.
    $LOAD_PATH.concat(@modulepath.flat_map { |d| Dir.glob(File.join(d, '*', 'lib')) } - $LOAD_PATH)
    Puppet[:strict] = (options[/--strict\s+(\w+)/, 1] || 'warning').to_sym
    Puppet[:strict_variables] = options.include?('--strict-variables')
    cases = Dir.glob(File.join(@lang, family, '*.pp')).sort
    lines = cases.map { |file| without_places(JSON.generate(compile(file))) }
    File.write(File.join(@out, "#{family}.jsonl"), lines.map { |l| "#{l}\n" }.join)
    lines.size
  end

  private

  def without_places(line)
    line.gsub(File.join(@stdlib, 'stdlib'), '@LANG@/stdlib/stdlib')
        .gsub(File.join(@stdlib9, 'stdlib'), '@LANG@/stdlib9/stdlib').gsub(@lang, '@LANG@')
        .gsub(/(#<[\w:]+:)0x\h{16}/, '\10xADDRESS')
  end

  def modulepath_of(family)
    stdlib = if family.include?('/std-') then [@stdlib, *(MODULES if File.exist?(File.join(@lang, family, 'real-only')))]
             elsif family.include?('/std9-') then [@stdlib9]
             else []
             end
    [File.join(@lang, family, 'modules'), *stdlib, File.join(@lang, 'modules')].select { |d| Dir.exist?(d) }
  end

  def options_of(family)
    path = File.join(@lang, family, 'options')
    File.exist?(path) ? File.read(path) : ''
  end

  def compile(file)
    code = File.read(file, encoding: 'UTF-8')
    name = code[/^# node: (\S+)/, 1] || DEFAULT_NODE
    facts = @facts.merge(JSON.parse(code[/^# facts: (.*)$/, 1] || '{}'))
    own = code[/^# environment: (\S+)/, 1]
    own &&= File.join(File.dirname(file), 'environments', own)
    hiera = code[/^# hiera: (\S+)/, 1]
    Puppet[:hiera_config] = hiera ? File.join(File.dirname(file), hiera) : File.join(Puppet[:confdir], 'hiera.yaml')
    outcome(File.basename(file, '.pp')) { catalog_of(code, name, facts, own) }
  end

  # The outcome of one compilation: every exception is one too.
  def outcome(id)
    # What is warned of once a process is warned of in each case.
    Puppet.clear_deprecation_warnings
    Puppet::Util::Warnings.clear_warnings
    seen = Collected.new
    Puppet::Util::Log.newdestination(seen)
    result = begin
      { 'id' => id, 'ok' => true, 'catalog' => yield }
    rescue StandardError, SystemStackError, ScriptError => e
      { 'id' => id, 'ok' => false, 'error' => e.message.scrub }
    end
    result.merge('logs' => kept(seen.lines, result['error']))
  ensure
    Puppet::Util::Log.close(seen)
  end

  # Without the error that is the outcome, and what only this harness provokes (the environment given twice).
  def kept(lines, error)
    lines = lines[0..-2] if error && lines.last&.first == 'err' && error.include?(lines.last[1])
    lines.reject { |_, text| text.start_with?("The node parameter 'environment' for node") }
  end

  def environments(env, own)
    own ? Puppet::Environments::StaticDirectory.new(:production, own, env) : Puppet::Environments::Static.new(env)
  end

  def catalog_of(code, name, facts, own)
    env = Puppet::Node::Environment.create(:production, @modulepath, Puppet::Node::Environment::NO_MANIFEST)
    Puppet[:code] = code
    Puppet.override({ environments: environments(env, own), current_environment: env }, 'case') do
      data = Puppet::Parser::Compiler.compile(node_for(name, facts, env)).to_data_hash
      tidy(data)
    end
  end

  def node_for(name, facts, env)
    node = Puppet::Node.new(name, environment: env, facts: Puppet::Node::Facts.new(name, facts))
    node.merge(facts)
    node.add_server_facts('serverversion' => Puppet.version, 'servername' => 'oracle.example.com',
                          'serverip' => '192.0.2.1', 'environment' => 'production')
    host, domain = name.split('.', 2)
    node.trusted_data = { 'authenticated' => 'local', 'certname' => name, 'extensions' => {}, 'external' => {},
                          'hostname' => host, 'domain' => domain }
    node
  end

  def tidy(catalog)
    kept = catalog.reject { |k, _| VOLATILE.include?(k) }
    kept['tags'] = kept['tags'].sort
    kept['resources'].each { |r| r['tags'] = r['tags'].sort }
    kept
  end
end

abort 'usage: record.rb LANG_DIR OUT_DIR [FAMILY...]' if ARGV.size < 2
work = Dir.mktmpdir('record')
at_exit { FileUtils.remove_entry(work) }
Puppet.initialize_settings(['--confdir', work, '--vardir', "#{work}/var", '--codedir', "#{work}/code"])
Puppet[:log_level] = 'notice'
Puppet::Util::Log.close_all
lang, out, *wanted = ARGV
recorder = Recorder.new(lang, out, work)
wanted = wanted.empty? ? recorder.families : wanted.map { |name| recorder.family_named(name) }
# A process for each family: some texts depend on what Puppet compiled before.
total = wanted.sum do |family|
  pid = fork do
    done = false
    recorder.record(family)
    done = true
  ensure
    exit!(done ? 0 : 1)
  end
  Process.wait(pid)
  abort "record: #{family} was not recorded" unless $?.success?
  File.foreach(File.join(out, "#{family}.jsonl")).count
end
File.write(File.join(out, 'RECORDED'), "Puppet #{Puppet.version}\n")
puts "#{total} cases of #{wanted.size} families recorded from Puppet #{Puppet.version}"
