# frozen_string_literal: true

require 'puppet/provider'

# The base class of package providers.
class Puppet::Provider::Package < Puppet::Provider
  # Assigns the installed packages to the resources of the catalog.
  def self.prefetch(packages)
    instances.each do |found|
      wanted = packages[found.name]
      wanted.provider = found if wanted
    end
  end

  # The properties, cached until a change.
  def properties
    if @property_hash.empty?
      @property_hash = query || {}
      @property_hash = { ensure: self.class.feature?(:purgeable) ? :purged : :absent } if @property_hash.empty?
    end
    @property_hash.dup
  end

  def clear
    @property_hash.clear
  end

  def validate_source(_source)
    true
  end

  # Options for a command line: hashes become NAME=VALUE.
  def join_options(options)
    return unless options
    options.map do |option|
      next option unless option.is_a?(Hash)
      option.keys.sort.map { |name| "#{name}=#{option[name]}" }
    end.flatten
  end
end
