# frozen_string_literal: true

module Puppet
  class Interface
    # An option: "--name VALUE", "-n VALUE", "--[no-]name".
    class Option
      include TinyDocs

      attr_reader :parent, :name, :aliases, :optparse, :before_action, :after_action
      attr_accessor :required

      def initialize(parent, *declaration)
        @parent = parent
        @optparse = declaration
        declaration.each { |item| check(item) }
        raise ArgumentError, 'No option declarations found while building' if declaration.empty?

        @name = name_of(declaration.find { |item| item.start_with?('--') } || declaration.first)
        @aliases = declaration.map { |item| name_of(item) }
        @argument = check_arguments(declaration)
      end

      def to_s
        name.to_s.tr('_', '-')
      end

      def takes_argument?
        @argument
      end

      def optional_argument?
        false
      end

      def required?
        required ? true : false
      end

      def has_default?
        @default ? true : false
      end

      def default=(block)
        raise ArgumentError, "#{self} can't be optional and have a default value" if required

        @default = block
      end

      def default
        @default&.call
      end

      def before_action=(block)
        @before_action = hook(:before, block)
      end

      def after_action=(block)
        @after_action = hook(:after, block)
      end

      private

      def check(item)
        raise ArgumentError, "#{item.inspect} is not valid for an option argument" unless item.is_a?(String) && item.start_with?('-')
        unless item.match?(/\A-[a-z]\b/) || item.match?(/\A--[^-]/)
          raise ArgumentError, "#{item.inspect}: long options need two dashes (--)"
        end
        raise ArgumentError, "#{item.inspect}: already defined in puppet" if Puppet.settings.include?(plain_name(item))

        same = @optparse.find { |other| !other.equal?(item) && plain_name(other) == plain_name(item) }
        raise ArgumentError, "#{same.inspect}: duplicates existing alias #{item.inspect} in #{@parent}" if same
      end

      def check_arguments(declaration)
        takes = declaration.select { |item| item.match?(/[ =]/) }
        if takes.any? && takes.length < declaration.length
          raise ArgumentError, "Option #{@name} is inconsistent about taking an argument"
        end
        raise ArgumentError, 'Options with optional arguments are not supported' if takes.any? { |item| item.match?(/[ =]\[/) }

        takes.any?
      end

      def plain_name(item)
        item[/\A-+(?:\[no-\])?([^ =]+)/, 1] or raise ArgumentError, "Can't find a name in the declaration #{item.inspect}"
      end

      def name_of(item)
        name = plain_name(item).tr('-', '_')
        raise "#{name.inspect} is an invalid option name" unless name.match?(/\A[a-z]\w*\z/)

        name.to_sym
      end

      def hook(type, block)
        return block if block.is_a?(Proc)

        raise ArgumentError, "#{type} action hook for #{name} is a #{block.class.name.inspect}, not a proc"
      end
    end

    # The methods for the block of an option.
    class OptionBuilder
      attr_reader :option

      def self.build(face, *declaration, &block)
        new(face, *declaration, &block).option
      end

      def initialize(face, *declaration, &block)
        @option = Option.new(face, *declaration)
        instance_eval(&block) if block
      end

      def summary(text)
        @option.summary = text
      end

      def description(text)
        @option.description = text
      end

      def required(value = true)
        raise ArgumentError, "#{@option} can't be optional and have a default value" if @option.has_default?

        @option.required = value
      end

      def default_to(&block)
        raise ArgumentError, "#{@option} default_to requires a block" unless block
        raise ArgumentError, "#{@option} already has a default value" if @option.has_default?
        raise ArgumentError, "#{@option} default_to block should not take any arguments" unless block.arity.zero?

        @option.default = block
      end

      %i[before_action after_action].each do |hook|
        define_method(hook) do |&block|
          raise ArgumentError, "#{@option} #{hook} requires a block" unless block
          raise ArgumentError, "#{@option} already has a#{'n' if hook == :after_action} #{hook} set" if @option.public_send(hook)
          raise ArgumentError, "#{hook} takes three arguments, action, args, and options" unless block.arity == 3

          @option.public_send(:"#{hook}=", block)
        end
      end
    end
  end
end
