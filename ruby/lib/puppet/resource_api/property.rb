# frozen_string_literal: true

require 'puppet/property'
require 'puppet/resource_api/data_type_handling'

module Puppet
  module ResourceApi
    # An attribute that is compared and set.
    class Property < Puppet::Property
      def should=(given)
        @shouldorig = given
        given = given.to_s if name == :ensure
        @should = [DataTypeHandling.mungify(self.class.data_type, given, self.class.subject, ResourceApi.caller_is_resource_app?)]
      end

      # A symbol where Puppet requires one.
      def should
        value = rs_value
        return value.to_sym if name == :ensure && value.is_a?(String)
        [true, false].include?(value) ? value.to_s.to_sym : value
      end

      def rs_value
        @should&.first
      end

      # The provider decides if the type has the feature custom_insync.
      def insync?(current)
        return name == :ensure ? same_ensure?(current) : super unless custom?
        said = ask_provider
        case said
        when nil then name == :ensure ? same_ensure?(current) : super
        when true, false then said
        else
          raise Puppet::DevError, "Custom insync for #{name} returned a #{said.class} with a value of #{said.inspect} " \
                                  'instead of true/false; insync? MUST return nil or the boolean true or false'
        end
      end

      def change_to_s(current, wanted)
        @change_message || super
      end

      def call_provider(_value); end

      private

      def custom?
        resource.type_definition.feature?('custom_insync')
      end

      def same_ensure?(current)
        rs_value.to_s == current.to_s
      end

      # true, false, or nil: unknown. The provider may return a message about the change, too.
      def ask_provider
        provider = resource.my_provider
        unless provider.respond_to?(:insync?)
          raise Puppet::DevError, 'No insync? method defined in the provider; an insync? method must be defined if the ' \
                                  'custom_insync feature is defined for the type'
        end
        said, message = provider.insync?(resource.context, resource.rsapi_title, name, resource.rsapi_current_state,
                                         resource.rsapi_canonicalized_target_state)
        if name == :rsapi_custom_insync_trigger
          @change_message = 'Custom insync logic determined that this resource is out of sync'
        end
        @change_message = message unless said.nil? || message.to_s.empty?
        said
      end
    end
  end
end
