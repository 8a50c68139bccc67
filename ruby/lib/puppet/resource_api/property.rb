# frozen_string_literal: true

require 'puppet/property'
require 'puppet/resource_api/data_type_handling'

module Puppet
  module ResourceApi
    # An attribute that is brought in line.
    class Property < Puppet::Property
      def should=(given)
        @shouldorig = given
        given = given.to_s if name == :ensure
        @should = [DataTypeHandling.mungify(self.class.data_type, given, self.class.subject)]
      end

      # Where Puppet wants symbols.
      def should
        value = rs_value
        return value.to_sym if name == :ensure && value.is_a?(String)
        [true, false].include?(value) ? value.to_s.to_sym : value
      end

      def rs_value
        @should&.first
      end

      def call_provider(_value); end
    end
  end
end
