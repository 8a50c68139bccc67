# frozen_string_literal: true

require 'puppet/error'

module Puppet
  # Errors that back ends of data lookup raise.
  class DataBinding
    class LookupError < Puppet::PreformattedError
    end

    class RecursiveLookupError < LookupError
    end
  end
end
