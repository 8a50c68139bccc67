# frozen_string_literal: true

require 'ficelle/restypes/machine_only'
require 'puppet/resource_api/transport'

Ficelle::Restypes::MachineOnly.declare(Puppet::ResourceApi::Transport, :Wrapper, Class)
