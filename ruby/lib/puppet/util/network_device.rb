# frozen_string_literal: true

require 'puppet/util'

# The device that a run is for: none while compiling.
module Puppet::Util::NetworkDevice
  def self.current
    nil
  end
end
