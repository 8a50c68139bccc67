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

      # The value in the provider's form; an error if it does not match the type.
      def mungify(type, value, subject, _unpack_strings = false)
        value = { true: true, false: false }.fetch(value, value) if value.is_a?(Symbol)
        validate(type, value, subject)
        value
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
