# frozen_string_literal: true

require 'puppet/error'

module Puppet
  module ResourceApi
    # The data types of attributes, and checks of values.
    module DataTypeHandling
      module_function

      # A type is a value that belongs to the compilation or the run.
      def parse_puppet_type(attribute, type)
        known = Ficelle.memory[:data_types] ||= {}
        known[type] ||= Puppet::Pops::Types::TypeParser.singleton.parse(type)
      rescue Puppet::ParseError => e
        # a syntax error at the end of the text has no place, and so no class of its own
        parsed = !e.is_a?(Puppet::ParseErrorWithIssue) && !e.message.start_with?('Syntax error')
        raise Puppet::DevError, "The type of the `#{attribute}` attribute `#{type}` " \
                                "#{parsed ? 'is not recognised' : 'could not be parsed'}: #{e.message}"
      end

      # `ensure` must be an Enum of absent and present.
      def validate_ensure(definition)
        options = definition[:attributes][:ensure]
        return if options.nil?
        given = parse_puppet_type(:ensure, options[:type])
        allowed = ['Enum[present, absent]', 'Optional[Enum[present, absent]]', 'Variant[Undef, Enum[present, absent]]']
        return if allowed.any? { |text| parse_puppet_type(:ensure, text) == given }
        raise Puppet::DevError, '`:ensure` attribute must have a type of: `Enum[present, absent]` or ' \
                                '`Optional[Enum[present, absent]]`'
      end

      # The value in the provider's form; an error if it does not match the type. Words of a command line are converted.
      def mungify(type, value, subject, unpack_strings = false)
        if unpack_strings
          value, fault = try_mungify(type, value, subject)
          raise Puppet::ResourceError, fault if fault
        elsif value.is_a?(Symbol)
          value = { true: true, false: false }.fetch(value, value)
        end
        validate(type, value, subject)
        value
      end

      # Returns [converted value, nil] or [nil, error].
      def try_mungify(type, value, subject)
        case type
        when Puppet::Pops::Types::POptionalType
          return value.nil? ? [nil, nil] : try_mungify(type.type, value, subject)
        when Puppet::Pops::Types::PVariantType
          found = try_variants(type, value, subject)
          return found if found
        else
          value = convert_word(type, value, subject)
        end
        fault = try_validate(type, value, subject)
        fault ? [nil, fault] : [value, nil]
      end

      def convert_word(type, value, subject)
        case type
        when Puppet::Pops::Types::PArrayType
          all = value.is_a?(Array) ? value.map { |v| try_mungify(type.element_type, v, subject) } : []
          all.any? && all.all? { |_, fault| fault.nil? } ? all.map(&:first) : value
        when Puppet::Pops::Types::PBooleanType
          { 'true' => true, 'false' => false, true: true, false: false }.fetch(value, value)
        when Puppet::Pops::Types::PNumericType
          value.is_a?(String) ? number(value) || value : value
        when Puppet::Pops::Types::PEnumType, Puppet::Pops::Types::PStringType, Puppet::Pops::Types::PPatternType
          value.is_a?(Symbol) ? value.to_s : value
        else value
        end
      end

      # Returns the number that the text is in the Puppet language, or nil.
      def number(word)
        match = Puppet::Pops::Patterns::NUMERIC.match(word) or return nil
        _, sign, digits, hex, decimal, fraction = *match
        amount = fraction.to_s.empty? ? digits.to_i(radix(hex, decimal)) : digits.to_f
        sign == '-' ? -amount : amount
      end

      def radix(hex, decimal)
        return 16 if hex
        decimal.size > 1 && decimal.start_with?('0') ? 8 : 10
      end

      # The only type that is no String and fits, else String; nil: none of them.
      def try_variants(type, value, subject)
        text = type.types.find { |one| one.instance_of?(Puppet::Pops::Types::PStringType) }
        fitting = (type.types - [text]).map { |one| try_mungify(one, value, subject) }.select { |_, fault| fault.nil? }
        return fitting.first if fitting.size == 1
        return [nil, "#{subject} #{value.inspect} is not unabiguously convertable to #{type}"] if fitting.size > 1
        text ? try_mungify(text, value, subject) : nil
      end

      def validate(type, value, subject)
        fault = try_validate(type, value, subject)
        raise Puppet::ResourceError, fault if fault
      end

      # The error of a value; nil: valid.
      def try_validate(type, value, subject)
        return nil if type.instance?(value)
        actual = Puppet::Pops::Types::TypeCalculator.infer_set(value)
        Puppet::Pops::Types::TypeMismatchDescriber.singleton.describe_mismatch(subject, type, actual)
      end
    end
  end
end
