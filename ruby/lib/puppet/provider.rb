# frozen_string_literal: true

require 'puppet/error'
require 'puppet/util'
require 'puppet/util/docs'
require 'puppet/util/errors'
require 'puppet/util/logging'
require 'puppet/util/warnings'
require 'puppet/confiner'

# The base class of all providers. Commands are run while a catalog is applied, not while one is compiled.
class Puppet::Provider
  autoload :Package, 'puppet/provider/package'
  autoload :ParsedFile, 'puppet/provider/parsedfile'

  include Comparable
  include Puppet::Util
  include Puppet::Util::Errors
  include Puppet::Util::Logging
  include Puppet::Util::Warnings
  extend Puppet::Util::Warnings
  extend Puppet::Confiner

  class << self
    include Puppet::Util
    include Puppet::Util::Docs
    include Puppet::Util::Logging

    attr_accessor :name, :resource_type
    attr_writer :source

    def initvars
      @defaults = []
      @notdefaults = []
      @commands = {}
    end

    def source
      @source ||= name
    end

    def instances
      raise Puppet::DevError,
            "To support listing resources of this type the '#{name}' provider needs to implement an 'instances' class " \
            'method returning the current set of resources. We recommend porting your module to the simpler Resource API ' \
            'instead: https://puppet.com/search/docs?keys=resource+api'
    end

    # --- commands ---

    def commands(specs)
      specs.each { |name, path| has_command(name, path) }
    end

    def optional_commands(specs)
      specs.each { |name, path| has_command(name, path) { is_optional } }
    end

    def has_command(name, path, &block)
      name = name.intern
      command = Command.new(name, path)
      command.instance_eval(&block) if block
      confine(exists: path, for_binary: true) unless command.optional?
      @commands[name] = path
      define_singleton_method(name) { |*args| command.execute(*args) } unless singleton_class.method_defined?(name)
      define_method(name) { |*args| self.class.public_send(name, *args) } unless method_defined?(name)
    end

    # Runs a program. Options: those of Puppet::Util::Execution.execute.
    def execute(*args)
      Puppet::Util::Execution.execute(*args)
    end

    def execpipe(*args, &block)
      Puppet::Util::Execution.execpipe(*args, &block)
    end

    def execfail(command, failure)
      Puppet::Util::Execution.execfail(command, failure)
    end

    # The class of a type has no constant (each environment has its own), so Ruby does not know its full name.
    def to_s
      made_in = defined?(@made_in) && @made_in
      made_in.is_a?(Class) && made_in < Puppet::Type ? "#{made_in}::#{super.split('::').last}" : super
    end

    def inspect
      to_s
    end

    # A command that was found is cached; a missing one is searched again.
    def suitable?(short = true)
      return super unless short
      @suitable ||= super
    end

    # The full path of a command.
    def command(name)
      name = name.intern
      path = @commands && @commands[name]
      return superclass.command(name) if path.nil? && superclass.respond_to?(:command)
      raise Puppet::DevError, "No command #{name} defined for provider #{self.name}" unless path
      which(path) || raise(Puppet::Error, "Command #{name} is missing")
    end

    # --- the default provider ---

    def defaultfor(hash)
      @defaults << hash
    end

    def notdefaultfor(hash)
      @notdefaults << hash
    end

    def default?
      default_match ? true : false
    end

    def default_match
      matching(@notdefaults) ? nil : matching(@defaults)
    end

    def specificity
      (default_match || {}).length * 100 + ancestors.grep(Class).length
    end

    def fact_match(fact, values)
      found = Puppet::Confiner.fact(fact).to_s.downcase
      return false if found.empty?
      Array(values).any? { |v| v.is_a?(Regexp) ? v.match?(found) : found == v.to_s.downcase }
    end

    # --- features ---

    def declared_feature?(name)
      (@declared_features || []).include?(name)
    end

    def supports_parameter?(param)
      klass = param.is_a?(Class) ? param : resource_type.attrclass(param)
      unless klass
        raise Puppet::DevError, "'#{param}' is not a valid parameter for #{resource_type.name}"
      end
      klass.required_features.nil? || satisfies?(*klass.required_features)
    end

    # Defines readers and writers of all attributes, which use the provider's hash.
    def mk_resource_methods
      (resource_type.validproperties + resource_type.parameters).each do |name|
        next if name == :name
        define_method(name) { @property_hash[name].nil? ? :absent : @property_hash[name] }
        define_method("#{name}=") { |value| @property_hash[name] = value }
      end
    end

    private

    def matching(list)
      list.find do |wanted|
        wanted.all? do |key, values|
          key == :feature ? Puppet.features.public_send("#{values}?") : fact_match(key, values)
        end
      end
    end
  end

  initvars

  dochook(:defaults) do
    unless @defaults.empty?
      texts = @defaults.map do |one|
        pairs = one.map { |fact, value| "`#{fact}` == `#{[value].flatten.join(', ')}`" }
        "Default for #{pairs.sort.join(' and ')}."
      end
      texts.join(' ')
    end
  end

  dochook(:commands) do
    unless @commands.empty?
      "Required binaries: #{@commands.values.map { |path| "`#{path}`" }.sort.join(', ')}."
    end
  end

  dochook(:features) do
    have = features
    "Supported features: #{have.map { |f| "`#{f}`" }.sort.join(', ')}." unless have.empty?
  end

  # A program that a provider needs.
  class Command
    attr_reader :name, :executable

    def initialize(name, path)
      @name = name
      @executable = path
      @optional = false
      @environment = {}
    end

    def is_optional
      @optional = true
    end

    def optional?
      @optional
    end

    def environment(variables)
      @environment = @environment.merge(variables)
    end

    def execute(*args)
      raise Puppet::Error, "not supported: running the command #{name} (#{executable}) of a provider" unless Ficelle.applying?
      path = Puppet::Util.which(executable)
      raise Puppet::MissingCommand, "Command #{name} is missing" unless path
      Puppet::Util::Execution.execute([path, *args], failonfail: true, combine: true, custom_environment: @environment)
    end
  end

  attr_accessor :resource

  def initialize(resource = nil)
    @property_hash = resource.is_a?(Hash) ? resource : {}
    @resource = resource unless resource.is_a?(Hash)
  end

  def name
    @property_hash[:name] || resource&.name ||
      raise(Puppet::DevError, "No resource and no name in property hash in #{self.class.name} instance")
  end

  def command(name)
    self.class.command(name)
  end

  %i[execute execpipe execfail].each do |name|
    define_method(name) { |*args, &block| self.class.public_send(name, *args, &block) }
  end

  def get(param)
    @property_hash[param.intern] || :absent
  end

  def set(params)
    params.each { |param, value| @property_hash[param.intern] = value }
  end

  def clear
    @resource = nil
  end

  def to_s
    "#{@resource}(provider=#{self.class.name})"
  end

  def inspect
    to_s
  end

  def <=>(other)
    other.is_a?(Puppet::Provider) ? self.class.name <=> other.class.name : nil
  end
end
