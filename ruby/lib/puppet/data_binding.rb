# frozen_string_literal: true

require 'puppet/error'

module Puppet
  # Errors of data lookup, which back ends raise.
  class DataBinding
    class LookupError < Puppet::PreformattedError
    end

    class RecursiveLookupError < LookupError
    end
  end
end
