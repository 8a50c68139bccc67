# frozen_string_literal: true

module Puppet
  module ResourceApi
    # Providers inherit from it. A resource is made, changed or removed on a machine only.
    class SimpleProvider
      def set(_context, _changes)
        raise Puppet::DevError, "not supported: #{self.class}#set (it works on a machine)"
      end
    end
  end
end
