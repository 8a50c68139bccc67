# frozen_string_literal: true

require 'puppet/error'
require 'puppet/util'
require 'puppet/util/errors'
require 'puppet/logging'

# Methods of Puppet that modules call.
module Puppet
  # The version of Puppet that this library implements.
  PUPPETVERSION = '8.11.0'

  # Settings by name: the values of $settings::NAME, or defaults of a few other settings.
  class Settings
    include Ficelle::Refused
    OTHERS = { strict: 'error', strict_variables: true, noop: false, trace: false, debug: false }.freeze
    WORDS = { 'true' => true, 'false' => false }.freeze
    private_constant :WORDS

    # Settings that the core uses while it compiles; Ruby code cannot change them.
    FIXED = %i[rich_data storeconfigs tasks freeze_main environment cycles].freeze
    STRICT = %w[off warning error].freeze
    private_constant :FIXED, :STRICT

    def [](name)
      return changed[name.to_sym] if changed.key?(name.to_sym)

      found = Ficelle::Core.setting(name.to_s)
      return OTHERS[name.to_sym] if found.empty?

      value = found.first
      value = WORDS.fetch(value, value) if value.is_a?(String)
      name.to_sym == :strict ? value.to_sym : value
    end
    alias value []

    def include?(name)
      !Ficelle::Core.setting(name.to_s).empty?
    end
    alias valid? include?

    # Changes last until the end of the compilation.
    def []=(name, value)
      name = name.to_sym
      unless include?(name) || OTHERS.key?(name)
        raise ArgumentError, "Attempt to assign a value to unknown setting #{name.inspect}"
      end

      value = checked(name, value)
      if strictness?(name) then Ficelle::Core.set_setting(name.to_s, name == :strict ? value.to_s : value)
      else changed[name] = value
      end
    end

    def forget_changes
      @changed = nil
    end

    # The settings as seen from a section of puppet.conf.
    class ChainedValues
      def initialize(settings, section)
        @settings = settings
        @section = section
      end

      # nil: unknown name.
      def interpolate(name)
        @settings.in_section(name, @section)
      end
      alias print interpolate
    end

    def values(_environment, section)
      ChainedValues.new(self, section)
    end

    # The value in the section of puppet.conf; nil: not set there.
    def set_in_section(name, section)
      Ficelle::Core.setting_in(section.to_s, name.to_s, true).first
    end

    def set_in_section?(name, section)
      set_in_section(name, section) ? true : false
    end

    def set_by_config?(name, _environment = nil, mode = :server)
      [mode, :main].any? { |section| set_in_section?(name, section) }
    end

    def in_section(name, section)
      value = Ficelle::Core.setting_in(section.to_s, name.to_s, false).first
      value.is_a?(String) ? WORDS.fetch(value, value) : value
    end

    # Does nothing: the sections of settings need no preparation.
    def use(*)
    end

    def global_defaults_initialized?
      true
    end
    alias app_defaults_initialized? global_defaults_initialized?

    private

    def changed
      @changed ||= {}
    end

    def strictness?(name)
      %i[strict strict_variables].include?(name)
    end

    def checked(name, value)
      old = self[name]
      return checked_strict(value) if name == :strict
      return checked_flag(name, value) if old == true || old == false
      return value if !FIXED.include?(name) && old.instance_of?(value.class) && !old.to_s.start_with?('/')

      # other settings are used in paths, or have their own formats (durations, lists)
      raise Puppet::Error, "not supported: code of a module changes the setting #{name}"
    end

    def checked_strict(value)
      return value.to_sym if STRICT.include?(value.to_s)

      raise ArgumentError, "Invalid value '#{value}' for parameter strict. Allowed values are 'off', 'warning', 'error'"
    end

    def checked_flag(name, value)
      raise Puppet::Error, "not supported: code of a module changes the setting #{name}" if FIXED.include?(name)
      return value.to_s == 'true' if %w[true false].include?(value.to_s)

      raise ArgumentError, "Invalid value '#{value.inspect}' for boolean parameter: #{name}"
    end
  end

  # Puppet.lookup and Puppet.override.
  LOOKUPS = {
    current_environment: -> { Puppet::Node::Environment.current },
    root_environment: -> { Puppet::Node::Environment.current },
    global_scope: -> { Ficelle::Core.top_scope },
    rich_data: -> { Puppet[:rich_data] },
    ssl_context: -> { Puppet.runtime[:http].default_ssl_context }
  }.freeze

  # Bindings that Puppet has there, too, but that are not supported.
  NO_LOOKUPS = %i[environments loaders http_session plugins trusted_information].freeze

  # The bindings of Puppet.lookup.
  class Context
    class UndefinedBindingError < Puppet::Error
    end
  end

  class << self
    def settings
      @settings ||= Settings.new
    end

    def [](name)
      settings[name]
    end

    def []=(name, value)
      settings[name] = value
    end

    # Services of Puppet's programs. Only the HTTP client is there.
    def runtime
      @runtime ||= Hash.new { |_, name| raise NotImplementedError, "not supported: Puppet.runtime[:#{name}]" }
                       .update(http: HTTP::Client.new)
    end

    # Does nothing: settings are initialized already.
    def initialize_settings(_args = [], _require_config = true, *)
    end

    # While a catalog is applied there is no scope.
    def version
      return PUPPETVERSION if Ficelle::Core.current_scope.nil?

      found = Ficelle::Core.find_variable('serverversion')
      found.empty? ? PUPPETVERSION : found.first.to_s
    end

    def lookup(name)
      found = overrides.reverse_each.find { |bindings| bindings.key?(name) }
      return found[name] if found
      return LOOKUPS[name].call if LOOKUPS.key?(name)
      raise Puppet::Error, "not supported: Puppet.lookup(:#{name})" if NO_LOOKUPS.include?(name) && !block_given?
      return yield if block_given?

      raise Context::UndefinedBindingError, "Unable to lookup '#{name}'"
    end

    # Runs the block with additional bindings for Puppet.lookup.
    def override(bindings, _description = '')
      overrides.push(bindings)
      yield
    ensure
      overrides.pop
    end

    def overrides
      @overrides ||= []
    end
    private :overrides

    def run_mode
      @run_mode ||= RunMode.new(:server)
    end
    attr_writer :run_mode

    # Replaced by the file that it loads.
    def features
      require 'puppet/features'
      features
    end
  end

  # The run mode of the program.
  RunMode = Struct.new(:name) do
    def server?
      name == :server
    end
    alias_method :master?, :server?

    def user?
      name == :user
    end

    def agent?
      name == :agent
    end
  end

  Object.autoload :PSON, 'ficelle/pson'
  Object.autoload :URI, 'ficelle/uri'
  autoload :Application, 'puppet/application'
  autoload :DataBinding, 'puppet/data_binding'
  autoload :Face, 'puppet/face'
  autoload :HTTP, 'puppet/http'
  autoload :Interface, 'puppet/interface'
  autoload :DataTypes, 'ficelle/datatypes'
  autoload :FileServing, 'puppet/file_serving'
  autoload :FileSystem, 'puppet/file_system'
  autoload :Functions, 'puppet/functions'
  autoload :LookupContext, 'puppet/pops/lookup_context'
  autoload :Network, 'puppet/network/http_pool'
  autoload :Node, 'puppet/node'
  autoload :Relationship, 'puppet/relationship'
  autoload :Resource, 'puppet/resource'
  autoload :Coercion, 'puppet/coercion'
  autoload :Parameter, 'puppet/parameter'
  autoload :Property, 'puppet/property'
  autoload :Provider, 'puppet/provider'
  autoload :SSL, 'puppet/ssl'
  autoload :Reports, 'puppet/reports'
  autoload :Type, 'puppet/type'
  autoload :Module, 'puppet/module'

  # The part that the parser uses.
  module Parser
    autoload :Compiler, 'puppet/parser/compiler'
    autoload :Files, 'puppet/parser/files'
    autoload :Functions, 'puppet/parser/functions'
    autoload :Resource, 'puppet/parser/resource'
    autoload :Scope, 'puppet/parser/scope'
  end

  # The part that report processors use.
  class Transaction
    autoload :Event, 'puppet/transaction/event'
    autoload :Report, 'puppet/transaction/report'
  end

  module Pops
    autoload :Lookup, 'puppet/pops/lookup'
    autoload :Patterns, 'puppet/pops/patterns'
    autoload :PuppetStack, 'puppet/pops/puppet_stack'
    autoload :Serialization, 'puppet/pops/serialization'

    module Evaluator
      autoload :Runtime3ResourceSupport, 'puppet/pops/runtime3'
    end
  end
end
