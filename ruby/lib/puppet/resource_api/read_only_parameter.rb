# frozen_string_literal: true

require 'puppet/resource_api/parameter'

module Puppet
  module ResourceApi
    # An attribute that is only read from the machine.
    class ReadOnlyParameter < Parameter
      def value=(given)
        raise Puppet::ResourceError, "Attempting to set `#{name}` read_only attribute value to `#{given}`"
      end
    end
  end
end
