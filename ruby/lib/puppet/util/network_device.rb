# frozen_string_literal: true

require 'puppet/util'

# The device that a run is for: always none.
module Puppet::Util::NetworkDevice
  def self.current
    nil
  end
end
