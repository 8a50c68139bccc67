# frozen_string_literal: true

# The part of Puppet's Ruby interface that code in modules uses.
module Puppet
  # Of the Puppet whose semantics these are.
  PUPPETVERSION = '8.11.0'

  module Util
  end

  class << self
    def version
      PUPPETVERSION
    end

    %w[debug info notice warning err alert emerg crit].each do |level|
      define_method(level) do |message = nil, &block|
        Ficelle::Core.log(level, (block && message.nil? ? block.call : message).to_s)
        nil
      end
    end
  end
end

require 'puppet/error'
require 'puppet/util'
require 'puppet/util/errors'
require 'puppet/util/logging'
require 'puppet/features'
require 'puppet/type'
