# frozen_string_literal: true

require 'puppet/parameter'

# An absolute path, or several if the type allows it.
class Puppet::Parameter::Path < Puppet::Parameter
  def self.accept_arrays(bool = true)
    @accept_arrays = bool ? true : false
  end

  def self.arrays?
    @accept_arrays
  end

  def validate_path(paths)
    reject_array(paths)
    unless Array(paths).all? { |path| absolute_path?(path) }
      fail("#{name} must be a fully qualified path")
    end
    paths
  end

  def unsafe_validate(paths)
    validate_path(paths)
  end

  def unsafe_munge(paths)
    reject_array(paths)
    paths
  end

  private

  def reject_array(paths)
    return if !paths.is_a?(Array) || self.class.arrays?
    fail("#{name} only accepts a single path, not an array of paths")
  end
end
