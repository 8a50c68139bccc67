# frozen_string_literal: true

require 'puppet/type'

# For types of modules with an attribute like that of `file`.
Puppet::Type.type(:file).const_get(:Group)
