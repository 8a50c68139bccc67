# frozen_string_literal: true

require 'ficelle/sensitive'

module Ficelle
  module Agent
    # A symbol for the core.
    class Word
      include Crossing

      def initialize(symbol)
        @name = symbol.to_s
      end

      def to_ficelle
        ['Symbol', @name]
      end

      def hash
        @name.hash
      end

      def eql?(other)
        other.is_a?(Word) && other.to_ficelle == to_ficelle
      end
    end

    # Converts values between the core and code of types.
    module Values
      SECRET = Puppet::Pops::Types::PSensitiveType::Sensitive

      module_function

      # Copies a value so that it contains only what the core can read. Other objects become their text.
      def plain(value)
        case value
        when nil, true, false, Integer, Float then value
        when Symbol then value == :undef ? nil : Word.new(value)
        when String then String.new(value)
        when Array then value.map { |v| plain(v) }
        when Hash then value.to_h { |k, v| [plain(k), plain(v)] }
        when Set then value.map { |v| plain(v) }
        when SECRET then 'Sensitive [value redacted]'
        else value.to_s
        end
      end

      # Attributes in the form of a catalog.
      def given(params)
        params.to_h { |name, value| [name.to_sym, unwrap(value)] }.compact
      end

      def unwrap(value)
        case value
        when SECRET then unwrap(value.unwrap)
        when Array then value.map { |v| unwrap(v) }
        when Hash then value.transform_values { |v| unwrap(v) }
        else value
        end
      end

      def same?(known, value)
        known == value || known.to_s == value.to_s
      end
    end

    # Describes a type to the core.
    class Description
      def initialize(klass)
        @type = klass
      end

      def to_h
        { 'attributes' => attributes, 'methods' => methods_there }
      end

      private

      def attributes
        properties = @type.properties.map { |klass| [klass.name.to_s, flags(klass)] }
        properties + @type.parameters.map { |name| [name.to_s, @type.paramclass(name).isnamevar? ? ['namevar'] : []] }
      end

      def flags(klass)
        ['property', klass.array_matching == :all ? 'all' : nil, klass.isnamevar? ? 'namevar' : nil].compact
      end

      def methods_there
        found = %w[refresh pre_run_check generate eval_generate].select { |name| @type.method_defined?(name) }
        found << 'depthfirst' if @type.allocate.depthfirst?
        found << 'self_refresh' if @type.self_refresh
        found << 'titles_only' unless @type.isomorphic?
        found << 'providers' if @type.paramclass(:provider)
        found << 'shown' if @type.method_defined?(:shown)
        found << 'instances'
      end
    end

    # Exceptions in the core's form: [message, messages of the wrapped exceptions].
    module Failures
      module_function

      def describe(error)
        [error.to_s.to_s, inner(error)]
      end

      def inner(error)
        original = error.original if error.respond_to?(:original)
        return nil if original.nil?
        [original.message, inner(original)].compact.join("\nWrapped exception:\n")
      end
    end
  end
end
