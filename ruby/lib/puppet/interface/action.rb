# frozen_string_literal: true

module Puppet
  class Interface
    # An action of a face.
    class Action
      include FullDocs
      extend DocGen
      include Options

      attr_reader :face, :name, :positional_arg_count, :when_invoked, :render_as
      attr_accessor :default

      attr_doc :returns
      attr_doc :arguments

      def initialize(face, name)
        raise "#{name.inspect} is an invalid action name" unless name.to_s.match?(/\A[a-z]\w*\z/)

        @face = face
        @name = name.to_sym
        @authors = []
        @license = 'All Rights Reserved'
        @rendering = {}
      end

      def to_s
        "#{@face}##{@name}"
      end

      def default?
        default ? true : false
      end

      def deprecate
        @deprecated = true
      end

      def deprecated?
        @deprecated ? true : false
      end

      def synopsis
        build_synopsis(@face.name, default? ? nil : name, arguments)
      end

      # --- options ---

      def options
        @face.options + own_options
      end

      def get_option(name, inherited = true)
        options_by_name[name.to_sym] || (inherited ? @face.get_option(name) : nil)
      end

      def conflicting
        [@face]
      end

      def display_global_options(*names)
        names.empty? ? (super + @face.display_global_options) : super
      end

      # The options by their canonical names, with defaults.
      def validate_and_clean(given)
        result = {}
        overlap = Hash.new { |h, k| h[k] = [] }
        unknown = []
        given.each do |name, value|
          option = get_option(name)
          if option.nil?
            Puppet.settings.include?(name) ? result[name] = value : unknown << name
          elsif result.key?(option.name) then overlap[option.name] << name
          else result[option.name] = value
          end
        end
        refuse(overlap, unknown)
        add_defaults(result)
      end

      # --- its code, and how the result is rendered ---

      def when_invoked=(block)
        arity = block.arity
        raise ArgumentError, "when_invoked requires at least one argument (options) for action #{@name}" if arity.zero?

        @positional_arg_count = arity
        @when_invoked = block
        action = self
        @face.define_singleton_method(@name) { |*args| action.invoke(*args) }
      end

      def invoke(*args)
        given = args.last.is_a?(Hash) ? args.pop : {}
        wanted = positional_arg_count - 1
        if positional_arg_count.positive? && args.length != wanted
          raise ArgumentError, "wrong number of arguments (given #{args.length + 1}, expected #{wanted + 1})"
        end

        cleaned = validate_and_clean(given)
        args << cleaned
        @face.__send__(:run_hooks, :before, self, args, cleaned)
        result = @face.__send__(:run_block, :"#{@name} when invoked", when_invoked, *args)
        @face.__send__(:run_hooks, :after, self, args, cleaned)
        result
      end

      def set_rendering_method_for(type, block)
        unless block.arity == 1 || block.arity == positional_arg_count + 1
          raise ArgumentError, "The when_rendering method for the #{@face.name} face #{name} action takes either just one " \
                               "argument, the result of when_invoked, or the result plus the #{positional_arg_count} arguments " \
                               "passed to the when_invoked block, not #{block.arity.negative? ? 'a variable number' : block.arity}"
        end
        raise ArgumentError, "The rendering format must be a symbol, not #{type.class.name}" unless type.is_a?(Symbol)
        raise ArgumentError, "You can't define a rendering method for #{type} twice" if @rendering.key?(type)

        @rendering[type] = block
      end

      # The method that renders the result; nil: none.
      def when_rendering(type)
        block = @rendering[type] || @rendering[type.to_s.delete_prefix('to_').to_sym] or return nil
        @face.define_singleton_method(:"#{@name} when rendering #{type}", &block)
        @face.method(:"#{@name} when rendering #{type}")
      end

      def render_as=(format)
        @render_as = format.to_sym
      end

      private

      def refuse(overlap, unknown)
        unless overlap.empty?
          list = overlap.map { |name, others| "(#{name}, #{others.sort.join(', ')})" }.join(', ')
          raise ArgumentError, "Multiple aliases for the same option passed: #{list}"
        end
        raise ArgumentError, "Unknown options passed: #{unknown.sort.join(', ')}" unless unknown.empty?
      end

      def add_defaults(result)
        missing = []
        options.map { |name| get_option(name) }.each do |option|
          next if result.key?(option.name)

          if option.has_default? then result[option.name] = option.default
          elsif option.required? then missing << option.name
          end
        end
        raise ArgumentError, "The following options are required: #{missing.sort.join(', ')}" unless missing.empty?

        result
      end
    end

    # The methods for the block of an action.
    class ActionBuilder
      attr_reader :action

      def self.build(face, name, &block)
        new(face, name, &block).action
      end

      def initialize(face, name, &block)
        @action = Action.new(face, name)
        instance_eval(&block)
        return if @action.when_invoked

        raise ArgumentError, 'actions need to know what to do when_invoked; please add the block'
      end

      def when_invoked(&block)
        @action.when_invoked = block
      end

      def when_rendering(type = nil, &block)
        raise ArgumentError, 'You must give a rendering format to when_rendering' if type.nil?
        raise ArgumentError, 'You must give a block to when_rendering' if block.nil?

        @action.set_rendering_method_for(type, block)
      end

      def option(*declaration, &block)
        @action.option(*declaration, &block)
      end

      def default(value = true)
        @action.default = value ? true : false
      end

      def deprecate
        @action.deprecate
      end

      def display_global_options(*names)
        @action.display_global_options(*names)
      end
      alias display_global_option display_global_options

      def render_as(format = nil)
        raise ArgumentError, 'You must give a rendering format to render_as' if format.nil?
        unless Face::FORMATS.include?(format)
          raise ArgumentError, "#{format.inspect} is not a valid rendering format: #{Face::FORMATS.sort.join(', ')}"
        end

        @action.render_as = format
      end

      %i[summary description short_description examples notes license returns arguments author copyright_owner
         copyright_years].each do |name|
        define_method(name) { |value| @action.public_send(:"#{name}=", value) }
      end

      def copyright(owner, years)
        @action.copyright(owner, years)
      end
    end
  end
end
