# frozen_string_literal: true

require 'puppet/provider'

# The base of the providers of packages.
class Puppet::Provider::Package < Puppet::Provider
  # What is there, for all that the catalog has.
  def self.prefetch(packages)
    instances.each do |found|
      wanted = packages[found.name]
      wanted.provider = found if wanted
    end
  end

  # Asked once, and again after a change.
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

  # Options as a program takes them: hashes become NAME=VALUE.
  def join_options(options)
    return unless options
    options.map do |option|
      next option unless option.is_a?(Hash)
      option.keys.sort.map { |name| "#{name}=#{option[name]}" }
    end.flatten
  end
end
