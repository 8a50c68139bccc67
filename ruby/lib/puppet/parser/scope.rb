# frozen_string_literal: true

module Puppet
  module Parser
    # A scope of the core, for functions and templates. Functions of the 3.x API are its methods.
    class Scope < Ficelle::Handle
      include Ficelle::OldFunctions
      include Ficelle::Refused
      UNCAUGHT_THROW_EXCEPTION = UncaughtThrowError
      BUILT_IN = %w[module_name caller_module_name].freeze
      DEPRECATED = %w[include contain require].freeze
      private_constant :DEPRECATED
      LOG_LEVELS = %i[debug info notice warning err alert emerg crit].freeze

      def self.true?(value)
        value != false && value != '' && value != :undef && !value.nil?
      end

      def self.number?(value)
        return value if value.is_a?(Numeric)
        return nil unless value.is_a?(String)

        case value
        when /\A-?\d+(?:\.\d+)(?:[eE]-?\d+)?\z/ then value.to_f
        when /\A0x\h+\z/i then value.to_i(16)
        when /\A0[0-7]+\z/ then value.to_i(8)
        when /\A-?\d+\z/ then value.to_i
        end
      end

      def lookupvar(name, _options = {})
        unless name.is_a?(String)
          raise Puppet::ParseError, "Scope variable name #{name.inspect} is a #{name.class}, not a string"
        end
        found = Ficelle::Core.find_variable(self, name)
        found.empty? ? variable_not_found(name) : found.first
      end

      def [](name, options = {})
        lookupvar(name, options)
      end

      def setvar(name, value, _options = {})
        unless name.is_a?(String)
          raise Puppet::ParseError, "Scope variable name #{name.inspect} is a #{name.class}, not a string"
        end
        if name.match?(/\A[0-9]+\z/)
          raise Puppet::ParseError, "Cannot assign to a numeric match result variable '$#{name}'"
        end
        if %w[trusted facts server_facts].include?(name)
          raise Puppet::ParseError, "Attempt to assign to a reserved variable name: '#{name}'"
        end
        raise Puppet::ParseError, "Cannot reassign variable '$#{name}'" if bound?(name)

        Ficelle::Core.set_variable(self, name, value)
        value
      end

      def []=(name, value)
        setvar(name, value)
      end

      # Whether the variable has a value other than undef.
      def include?(name)
        found = Ficelle::Core.find_variable(self, name.to_s)
        !found.empty? && !found.first.nil?
      end

      def exist?(name)
        Ficelle::Core.variable_exists(self, name.to_s)
      end

      def bound?(name)
        Ficelle::Core.variable_bound(self, name.to_s)
      end

      def to_hash(recursive = true, include_undef = false)
        # Templates call this often, and the result contains all facts, so it is cached until a variable is added.
        asked = [recursive ? true : false, include_undef ? true : false]
        version = asked + [Ficelle::Core.variables_version(self, asked.first)]
        @variables = [version, Ficelle::Core.variables(self, *asked)] unless @variables&.first == version
        @variables.last.dup
      end

      # A value that is not an array is the only argument.
      def call_function(name, args, &block)
        list = [*args]
        inner = Puppet::Parser::Functions.inner(name)
        return call_old(name, inner, list.map { |arg| arg.nil? ? '' : arg }) if inner

        Ficelle::Core.call_function(self, name.to_s, list, block)
      end

      def resource
        Ficelle::Core.scope_resource(self)
      end

      def environment
        Puppet::Node::Environment.current
      end

      def compiler
        Puppet::Parser::Compiler.current
      end

      def catalog
        Puppet::Resource::Catalog.current
      end

      def find_global_scope
        Ficelle::Core.top_scope
      end

      def findresource(type, title = nil)
        type, title = Puppet::Resource.type_and_title(type, title)
        Ficelle::Core.find_resource("#{Puppet::Resource.capitalize(type)}[#{title}]")
      end

      def find_resource_type(type)
        Ficelle::Core.has_resource_type(type.to_s) ? Puppet::Resource::Type.known(:definition, type.to_s) : nil
      end
      alias find_definition find_resource_type
      alias find_defined_resource_type find_resource_type

      def find_hostclass(name)
        known_resource_types.find_hostclass(name)
      end

      def class_scope(klass)
        Ficelle::Core.class_scope(klass.respond_to?(:name) ? klass.name : klass.to_s)
      end

      def source
        return unless resource

        Puppet::Resource::Type.known(Ficelle::Core.scope_definition_kind(self).to_sym, Ficelle::Core.scope_class_name(self))
      end

      def known_resource_types
        environment.known_resource_types
      end

      # The resource defaults of a type, by name.
      def lookupdefaults(type)
        Ficelle::Core.scope_defaults(self, type.to_s).to_h do |name, value|
          [name.to_sym, Resource::Param.new(name: name, value: value, source: source)]
        end
      end

      # The compiler calls lookupdefaults of a scope if code replaces it there. Such code may also set defaults in
      # Puppet's own variable.
      def singleton_method_added(name)
        if name == :lookupdefaults
          @defaults ||= Hash.new { |all, type| all[type] = OwnDefaults.new(self, type.to_s) }
          Ficelle::Core.replace_defaults(self)
        end
        super
      end

      # Resource defaults of one type that Ruby code sets.
      class OwnDefaults < Hash
        def initialize(scope, type)
          super()
          @scope = scope
          @type = type
        end

        def []=(name, param)
          Ficelle::Core.set_default(@scope, @type, name.to_s, param.value)
          super
        end
      end
      private_constant :OwnDefaults

      def topscope?
        Ficelle::Core.scope_is_top(self)
      end
      alias is_topscope? topscope?

      def parent
        Ficelle::Core.scope_parent(self)
      end

      def module_name
        found = Ficelle::Core.find_variable(self, 'module_name')
        found.first
      end

      def to_s
        Ficelle::Core.scope_text(self)
      end
      alias inspect to_s

      # function_NAME([arguments]) calls any function.
      def method_missing(method, *args, &block)
        name = method.to_s[/\Afunction_(.*)\z/m, 1]
        return super unless name && Ficelle::Core.has_function(name)

        if args.size != 1 || !args[0].is_a?(Array)
          raise ArgumentError, 'custom functions must be called with a single array that contains the arguments. ' \
                               'For example, function_example([1]) instead of function_example(1)'
        end
        old = Ficelle.old_function(name)
        return call_old(name, old, args[0]) if old

        call_function(name, args[0], &block).tap { warn_of(name) if DEPRECATED.include?(name) }
      end

      def respond_to_missing?(method, all = false)
        name = method.to_s[/\Afunction_(.*)\z/m, 1]
        name ? Ficelle::Core.has_function(name) : super
      end

      LOG_LEVELS.each do |level|
        define_method(level) { |message| Ficelle::Core.log(level.to_s, message.to_s, to_s) }
      end

      private

      def warn_of(name)
        Puppet.warn_once('deprecations', "3xfunction##{name}",
                         "Calling function_#{name} via the Scope class is deprecated. Use Scope#call_function instead")
      end

      def call_old(name, info, args)
        arity = info[:arity]
        least = arity.negative? ? -arity - 1 : arity
        if args.size < least || (arity >= 0 && args.size > least)
          raise ArgumentError, "#{name}(): Wrong number of arguments given (#{args.size} for " \
                               "#{'minimum ' if arity.negative?}#{least})"
        end
        result = send("real_function_#{name}", args)
        info[:type] == :rvalue ? result : nil
      end

      def variable_not_found(name)
        return nil if BUILT_IN.include?(name) || name.match?(/\A(?:0|[1-9]\d*)\z/)

        if name.include?('::')
          name = name.delete_prefix('::')
          reason = Ficelle::Core.variable_reason(self, name)
          name = "::#{name}" if reason.to_s.empty?
        end
        begin
          throw(:undefined_variable, reason)
        rescue UncaughtThrowError
          if Ficelle::Core.undefined_variable(name, reason.to_s)
            Puppet.warn_once(:undefined_variables, "Variable: #{name}", "Undefined variable '#{name}'; #{reason}")
          end
        end
        nil
      end
    end
  end
end

Ficelle::Values::HANDLES['Puppet::Parser::Scope'] = Puppet::Parser::Scope
