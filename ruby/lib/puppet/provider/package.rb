# frozen_string_literal: true

require 'puppet/provider'

# The base of the providers of packages.
class Puppet::Provider::Package < Puppet::Provider
  def self.prefetch(_packages); end
end
