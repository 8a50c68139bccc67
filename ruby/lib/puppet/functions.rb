# frozen_string_literal: true

module Puppet
  module Pops
    module Functions
      # The base class of all functions.
      class Function
        class << self
          # The file that the function was loaded from; nil: none.
          attr_accessor :ficelle_file
        end
        attr_reader :loader

        def initialize(closure_scope, loader)
          @closure_scope = closure_scope
          @loader = loader
        end

        def closure_scope
          @closure_scope || Ficelle::Core.top_scope
        end

        def call_function(function_name, *args, &block)
          internal_call_function(closure_scope, function_name, args, &block)
        end

        # Calls the function as the evaluator does.
        def call(scope, *args, &block)
          Ficelle::Core.call_function(scope, self.class.name, args, block, self.class.ficelle_file)
        end

        def self.dispatches
          @dispatches ||= []
        end

        def self.dispatcher
          @dispatcher ||= Ficelle::Dispatcher.new(self)
        end

        protected

        def internal_call_function(scope, function_name, args, &block)
          unless Ficelle::Core.has_function(function_name.to_s)
            raise ArgumentError, "Function #{self.class.name}(): Unknown function: '#{function_name}'"
          end
          Ficelle::Core.call_function(scope, function_name.to_s, args, block, self.class.ficelle_file)
        end
      end
    end
  end

  # The API for defining functions in modules.
  module Functions
    def self.create_function(func_name, function_base = Function, &block)
      create_loaded_function(func_name, nil, function_base, &block)
    rescue StandardError => e
      raise ArgumentError, "Function Load Error for function '#{func_name}': #{e.message}"
    end

    def self.create_loaded_function(func_name, _loader, function_base = Function, &block)
      unless function_base.ancestors.include?(Pops::Functions::Function)
        raise ArgumentError, 'Functions must be based on Puppet::Pops::Functions::Function. Got ' \
                             "#{function_base}"
      end
      created = Class.new(function_base)
      func_name = func_name.to_s
      created.define_singleton_method(:name) { func_name }
      created.class_eval(&block)
      add_default_dispatch(created, func_name.split('::').last) if created.dispatches.empty?
      created
    end

    # A function without a dispatch accepts the arguments of the method with its name.
    def self.add_default_dispatch(created, simple_name)
      unless created.method_defined?(simple_name)
        raise ArgumentError, "Function Creation Error, cannot create a default dispatcher for function '#{simple_name}', " \
                             'no method with this name found'
      end
      created.dispatches << Ficelle::Dispatch.of_method(simple_name, created.instance_method(simple_name))
    end
    private_class_method :add_default_dispatch

    # The base class that create_function uses.
    class Function < Pops::Functions::Function
      def self.builder
        Ficelle::DispatchBuilder
      end

      def self.dispatch(meth_name, &block)
        dispatches << builder.new(meth_name, false).build(&block)
      end

      def self.argument_mismatch(meth_name, &block)
        dispatches << builder.new(meth_name, true).build(&block)
      end

      def self.local_types(&block)
        types = Ficelle::LocalTypes.new
        types.instance_eval(&block)
        types.definitions.each do |definition|
          name = definition[/\A\s*(\w+)/, 1]
          define_method("type_#{name}") { Ficelle::Core.type_parse(definition.split('=', 2)[1]) }
        end
        @types = types.definitions
      end

      def self.types
        @types || []
      end

      # Describes the function to the core.
      def description
        own = method(:call).owner != Pops::Functions::Function
        { 'dispatches' => self.class.dispatches.map(&:description), 'types' => self.class.types, 'call' => own }
      end

      def invoke(number, args, &block)
        dispatch = self.class.dispatches[number]
        catch(:next) { send(dispatch.method, *dispatch.weave(args), &block) }
      end
    end

    # The base class of functions with injected arguments.
    class InternalFunction < Function
      def self.builder
        Ficelle::InternalDispatchBuilder
      end

      def call_function_with_scope(scope, function_name, *args, &block)
        internal_call_function(scope, function_name, args, &block)
      end
    end
  end
end

require 'ficelle/dispatch'
