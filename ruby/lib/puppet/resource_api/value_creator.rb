# frozen_string_literal: true

require 'puppet/pops/patterns'

module Puppet
  module ResourceApi
    # The default of an attribute, and its values for `generate types`.
    module ValueCreator
      TYPES = Puppet::Pops::Types
      private_constant :TYPES

      module_function

      def create_values(attribute, type, maker, options = {})
        attribute.isnamevar if options[:behaviour] == :namevar
        add_default(attribute, options[:default]) if options[:behaviour] != :read_only && options.key?(:default)
        inner = type.instance_of?(TYPES::POptionalType) ? type.type : type
        values = values_of(inner)
        values.each { |value| add_value(attribute, maker, value) }
        alias_booleans(attribute) if inner.is_a?(TYPES::PBooleanType)
        words = options[:type] == 'Enum[present, absent]' ? %w[absent present] : []
        words.each { |word| add_value(attribute, maker, word) }
        attribute
      end

      # Each resource gets its own copy.
      def add_default(attribute, value)
        return attribute.defaultto(value.to_s.to_sym) if [true, false].include?(value)
        kept = Marshal.dump(value)
        attribute.defaultto { Marshal.load(kept) }
      end

      def values_of(type)
        case type
        when TYPES::PStringType then [//]
        when TYPES::PBooleanType then %w[true false]
        when TYPES::PIntegerType then [/^-?\d+$/]
        when TYPES::PFloatType, TYPES::PNumericType then [Puppet::Pops::Patterns::NUMERIC]
        else []
        end
      end

      def add_value(attribute, maker, value)
        maker == :newparam ? attribute.newvalues(value) : attribute.newvalue(value) {}
      end

      def alias_booleans(attribute)
        [true, false, :true, :false].each { |value| attribute.aliasvalue(value, value.to_s) }
      end
    end
  end
end
