# frozen_string_literal: true

require 'ficelle/restypes/machine_only'

module Puppet
  module Network
  end
end

Ficelle::Restypes::MachineOnly.declare(Puppet::Network, :HttpPool)
