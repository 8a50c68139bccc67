#!/usr/bin/env ruby
# frozen_string_literal: true

# Makes of the modules below SRC what both compilers can compile: folders without their Ruby, and a manifest that
# defines, in the language itself, something in the place of each function and resource type that was in Ruby.
#   overlay.rb SRC OUT PER_MODULE
# OUT/modules receives links, OUT/cases.jsonl a line {"id","class","code"} for up to PER_MODULE classes of each module.
require 'json'
require 'fileutils'
require 'puppet'

src, out, per_module = ARGV
KEPT = %w[manifests templates functions types data files hiera.yaml metadata.json].freeze
AGENT_MODULES = %w[augeas_core cron_core host_core mount_core selinux_core sshkeys_core].freeze

def link_module(from, to)
  FileUtils.mkdir_p(to)
  kept = AGENT_MODULES.include?(File.basename(to)) ? KEPT + ['lib'] : KEPT
  kept.each { |name| File.symlink("#{from}/#{name}", "#{to}/#{name}") if File.exist?("#{from}/#{name}") }
end

# A define with the attributes of the type; nil when it cannot be one, or comes with the agent.
def define_of(name)
  type = Puppet::Type.type(name.to_sym)
  return nil unless type

  attributes = (type.allattrs - Puppet::Type.metaparams - %i[name title]).uniq
  return nil unless attributes.all? { |a| a.match?(/\A[a-z_]\w*\z/) }

  "define #{name}(#{attributes.map { |a| "$#{a} = undef" }.join(', ')}) { }"
rescue StandardError, LoadError
  nil
end

# Functions of the 3.x and the 4.x kind, without those that Puppet has itself.
def functions_of(src)
  found = Dir.glob("#{src}/*/lib/puppet/parser/functions/*.rb").map { |f| File.basename(f, '.rb') }
  found += Dir.glob("#{src}/*/lib/puppet/functions/**/*.rb").map do |f|
    f[%r{lib/puppet/functions/(.*)\.rb\z}, 1].gsub('/', '::')
  end
  own = Dir.glob("#{File.dirname($LOADED_FEATURES.grep(%r{/puppet\.rb\z}).first)}/puppet/{parser/,}functions/*.rb")
  taken = own.map { |f| File.basename(f, '.rb') } + Puppet::Pops::Validation::Checker4_0::RESERVED_TYPE_NAMES.keys +
          %w[private type attr function plan application]
  (found - taken).uniq.sort.grep(/\A[a-z]\w*(::[a-z]\w*)*\z/)
end

def function_of(name)
  name.match?(/\Avalidate_|validate\z/) ? "function #{name}(*$a) { }" : "function #{name}(*$a) { $a[0] }"
end

def classes(dir)
  Dir.glob('**/*.pp', base: "#{dir}/manifests").sort.filter_map do |path|
    parts = path.delete_suffix('.pp').split('/')
    name = parts == ['init'] ? File.basename(dir) : [File.basename(dir), *parts].join('::')
    name if File.read("#{dir}/manifests/#{path}", encoding: 'UTF-8').scrub.match?(/^\s*class\s+(::)?#{name}\b/)
  end
end

Puppet.initialize_settings(['--confdir', "#{out}/conf", '--vardir', "#{out}/var"])
env = Puppet::Node::Environment.create(:production, [src], Puppet::Node::Environment::NO_MANIFEST)
given = File.read(File.join(__dir__, 'overlay.pp'))
names = Dir.glob("#{src}/*/lib/puppet/type/*.rb").reject { |f| AGENT_MODULES.include?(f[%r{([^/]+)/lib/}, 1]) }
code = Puppet.override(current_environment: env, environments: Puppet::Environments::Static.new(env)) do
  names.map { |f| File.basename(f, '.rb') }.uniq.sort.filter_map { |name| define_of(name) }
end
code += functions_of(src).reject { |name| given.match?(/^function #{name}\(/) }.map { |name| function_of(name) }
code = "#{given}#{code.join("\n")}\n"
File.open("#{out}/cases.jsonl", 'w') do |cases|
  Dir.children(src).sort.each do |name|
    link_module(File.realpath("#{src}/#{name}"), "#{out}/modules/#{name}")
    all = classes("#{src}/#{name}")
    step = [all.size / per_module.to_i, 1].max
    all.each_slice(step).map(&:first).first(per_module.to_i).each do |c|
      cases.puts JSON.generate('id' => c, 'class' => c, 'code' => code)
    end
  end
end
