# frozen_string_literal: true

require 'ficelle/restypes/machine_only'

module Puppet
  module FileServing
  end
end

Ficelle::Restypes::MachineOnly.declare(Puppet::FileServing, :Content, Class)
