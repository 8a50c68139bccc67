# frozen_string_literal: true

# Puppet's own type is one of Ficelle::Restypes::Builtin.
require 'puppet/type'
