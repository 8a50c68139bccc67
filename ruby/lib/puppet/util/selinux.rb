# frozen_string_literal: true

require 'puppet/util'

# SELinux counts as not supported, as in Puppet without its Ruby bindings.
module Puppet::Util::SELinux
  module_function

  def selinux_support?
    false
  end

  %i[get_selinux_current_context get_selinux_default_context parse_selinux_context set_selinux_context
     set_selinux_default_context].each do |name|
    define_method(name) { |*| nil }
    module_function name
  end
end
