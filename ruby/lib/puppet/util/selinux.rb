# frozen_string_literal: true

require 'ficelle/restypes/machine_only'
require 'puppet/util'

Ficelle::Restypes::MachineOnly.declare(Puppet::Util, :SELinux)
