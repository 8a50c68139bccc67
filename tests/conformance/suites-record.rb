# frozen_string_literal: true

# Loaded into rspec (rspec -r): a module's suite runs, and what rspec-puppet would compile is written to SUITES_CASES, a
# JSON object a line:
#   {"id":…,"code":TEXT,"node":NAME,"facts":{…},"trusted":{…},"hiera":PATH,"modulepath":[DIR…],"parameters":{…}}
# `parameters` only where the suite gives the node some of its own. A call of a function becomes a manifest that puts
# the result into a resource. The examples see an empty catalog, and most fail: only their questions count.
# SUITES_MAX: how many groups of examples, and how many calls of functions, are asked (default 60, spread evenly);
# SUITES_HOSTS: of how many systems that a module supports (default 4, spread evenly).
require 'json'
require 'rspec-puppet'
begin
  require 'rspec-puppet-facts'
rescue LoadError
  warn 'suites-record: without rspec-puppet-facts'
end

module SuitesRecorder
  # A value that cannot be written in the Puppet language.
  class NotData < StandardError; end

  MAX = Integer(ENV.fetch('SUITES_MAX', '60'))
  OUT = File.open(ENV.fetch('SUITES_CASES'), 'a')
  SEEN = {}

  class << self
    # At most so many of them, evenly spread.
    def spread(all, max)
      (0...[all.size, max].min).map { |i| all[i * all.size / [all.size, max].min] }
    end

    def record(what, fields)
      key = fields.hash
      return if SEEN[key]

      SEEN[key] = true
      name = "#{File.basename(Dir.pwd)}:#{SEEN.size} #{what}"
      OUT.puts(JSON.generate({ 'id' => name }.merge(plain(fields))))
      OUT.flush
    rescue JSON::GeneratorError, EncodingError, NotData => e
      warn "suites-record: a case is left out: #{e.message}"
    end

    # JSON has neither symbols nor keys that are no strings.
    def plain(value)
      case value
      when Hash then value.to_h { |k, v| [k.to_s, plain(v)] }
      when Array then value.map { |v| plain(v) }
      when nil, true, false, Integer, Float, String then value
      when Symbol, Pathname then value.to_s
      else raise NotData, "a #{value.class} in it"
      end
    end

    def surroundings(facts, trusted, external, node)
      facts = facts.merge('environment' => 'production')
      hiera = Puppet[:hiera_config]
      { 'node' => node, 'facts' => facts,
        'trusted' => { 'authenticated' => 'remote', 'certname' => node, 'extensions' => trusted || {},
                       'external' => external || {}, 'hostname' => node.split('.', 2)[0],
                       'domain' => node.split('.', 2)[1] },
        'hiera' => hiera && File.file?(hiera) ? File.expand_path(hiera) : '',
        'modulepath' => Puppet.lookup(:current_environment).modulepath.map { |dir| File.expand_path(dir) } }
    end

    ESCAPES = { '\\' => '\\\\', '"' => '\\"', '$' => '\\$', "\n" => '\\n', "\t" => '\\t', "\r" => '\\r' }.freeze

    def text(string)
      string = string.encode('UTF-8')
      raise NotData, 'a text that is no UTF-8' unless string.valid_encoding?

      "\"#{string.gsub(/[\\"$\n\t\r]/, ESCAPES).gsub(/[[:cntrl:]]/) { |c| format('\\u{%x}', c.ord) }}\""
    end

    def literal(value)
      case value
      when nil, :undef then 'undef'
      when :default then 'default'
      when true, false, Integer then value.to_s
      when Float then raise NotData, 'a float without a notation' unless value.finite?

                      value.to_s
      when String, Symbol then text(value.to_s)
      when Regexp then raise NotData, 'a regular expression with options' unless value.options.zero?

                       "/#{value.source.gsub(%r{(?<!\\)/}, '\\/')}/"
      when Array then "[#{value.map { |v| literal(v) }.join(', ')}]"
      when Hash then "{#{value.map { |k, v| "#{literal(k)} => #{literal(v)}" }.join(', ')}}"
      when Puppet::Pops::Types::PSensitiveType::Sensitive then "Sensitive(#{literal(value.unwrap)})"
      when Puppet::Pops::Types::PAnyType then value.to_s
      else raise NotData, "an argument of class #{value.class}"
      end
    end

    def call(name, args)
      text = "#{name}(#{args.map { |a| literal(a) }.join(', ')})"
      env = Puppet.lookup(:current_environment)
      statement = Puppet::Parser::Functions.function(name, env) && !Puppet::Parser::Functions.rvalue?(name, env)
      statement ? text : "$result = #{text}\nnotify { 'result': message => [$result] }"
    end
  end

  # What examples of classes, defines, hosts and type aliases compile.
  module Catalogs
    def build_catalog_without_cache_v2(nodename:, facts_val:, code:, trusted_facts_val: nil, trusted_external_data: nil,
                                       node_params: nil, **)
      fields = SuitesRecorder.surroundings(facts_val, trusted_facts_val, trusted_external_data, nodename)
      fields['code'] = code
      fields['parameters'] = fields['facts'].merge(node_params) unless (node_params || {}).empty?
      SuitesRecorder.record(class_name, fields)
      Puppet::Resource::Catalog.new(nodename, Puppet.lookup(:current_environment))
    end
  end

  # Calls of functions, old and new API.
  module Calls
    attr_accessor :suites_example

    def execute(*args, &block)
      raise NotData, 'a block' if block

      example = suites_example
      node = example.nodename(:function)
      fields = SuitesRecorder.surroundings(example.facts_hash(node), example.trusted_facts_hash(node),
                                           example.trusted_external_data_hash, node)
      fields['code'] = [example.pre_cond, SuitesRecorder.call(func_name, args)].compact.join("\n")
      SuitesRecorder.record(func_name, fields)
      nil
    rescue NotData => e
      warn "suites-record: a call of #{func_name} is left out: #{e.message}"
    end
  end

  # The function is looked for as ever; nothing needs to be compiled for that.
  module Functions
    def find_function(*)
      super.tap { |f| f.suites_example = self if f.respond_to?(:suites_example=) }
    end
  end

  # A file that cannot be loaded does not stop the others, and each group asks for one catalog: the first example does.
  module Selection
    def announce_filters
      self.wants_to_quit = false
      groups = all_example_groups.reject { |g| g.filtered_examples.empty? }
      calls, catalogs = groups.partition { |g| calls?(g.metadata) }
      keep(catalogs.flat_map { |g| questions(g).map { |e| [g, e] } }, catalogs)
      keep(calls.flat_map { |g| g.filtered_examples.map { |e| [g, e] } }, calls)
      super
    end

    private

    def calls?(metadata)
      metadata[:type] == :function || metadata[:file_path].include?('/functions/')
    end

    # Each value of a type alias is a catalog of its own.
    def questions(group)
      first, *others = group.filtered_examples
      [first, *others.select { |e| e.description.include?('allow_value') }]
    end

    def keep(all, groups)
      chosen = SuitesRecorder.spread(all, MAX).group_by(&:first)
      groups.each { |g| filtered_examples[g] = (chosen[g] || []).map(&:last) }
    end
  end
end

# Fewer systems: each repeats the whole suite.
module SuitesRecorder::Hosts
  def on_supported_os_implementation(opts = {})
    systems = (opts[:supported_os] || RspecPuppetFacts.meta_supported_os).flat_map do |os|
      releases = os['operatingsystemrelease']
      releases ? Array(releases).map { |release| os.merge('operatingsystemrelease' => [release]) } : [os]
    end
    super(opts.merge(supported_os: SuitesRecorder.spread(systems, Integer(ENV.fetch('SUITES_HOSTS', '4')))))
  end
end

# Settings of newer versions of rspec-puppet.
module SuitesRecorder::Settings
  def method_missing(name, *args)
    return super unless name.end_with?('=')

    add_setting(name.to_s.delete_suffix('=').to_sym, default: args.first)
  end

  def respond_to_missing?(name, *)
    name.end_with?('=') || super
  end
end

RspecPuppetFacts.prepend(SuitesRecorder::Hosts) if defined?(RspecPuppetFacts)
RSpec::Core::Configuration.prepend(SuitesRecorder::Settings)
RSpec::Core::World.prepend(SuitesRecorder::Selection)
RSpec::Puppet::Support.prepend(SuitesRecorder::Catalogs)
RSpec::Puppet::FunctionExampleGroup.prepend(SuitesRecorder::Functions)
RSpec::Puppet::FunctionExampleGroup::V4FunctionWrapper.prepend(SuitesRecorder::Calls)
RSpec::Puppet::FunctionExampleGroup::V3FunctionWrapper.prepend(SuitesRecorder::Calls)
