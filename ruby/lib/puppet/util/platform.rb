# frozen_string_literal: true

require 'puppet/util'

module Puppet::Util::Platform
  module_function

  def windows?
    false
  end

  def solaris?
    RUBY_PLATFORM.include?('solaris')
  end

  def default_paths
    []
  end
end
