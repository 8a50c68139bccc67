# frozen_string_literal: true

require 'puppet/parameter'
require 'puppet/resource_api/data_type_handling'

module Puppet
  module ResourceApi
    # An attribute that is passed to the provider but not compared.
    class Parameter < Puppet::Parameter
      attr_reader :value

      def value=(given)
        @value = DataTypeHandling.mungify(self.class.data_type, given, self.class.subject, ResourceApi.caller_is_resource_app?)
      end

      def rs_value
        @value
      end
    end
  end
end
