# frozen_string_literal: true

# The part of Puppet's Ruby interface that code in modules uses.
module Puppet
  module Util
  end
end

require 'puppet/error'
require 'puppet/util'
require 'puppet/util/errors'
require 'puppet/util/logging'
require 'puppet/features'
require 'puppet/type'
