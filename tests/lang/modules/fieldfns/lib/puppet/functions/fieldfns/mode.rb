# frozen_string_literal: true

require 'puppet/util/symbolic_file_mode'

# What becomes of a mode, and of a change of it; or the error.
Puppet::Functions.create_function(:'fieldfns::mode') do
  include Puppet::Util::SymbolicFileMode

  dispatch :mode do
    param 'Any', :text
    optional_param 'Integer', :before
    optional_param 'Boolean', :directory
  end

  def mode(text, before = 0, directory = false)
    number = begin
      symbolic_mode_to_int(text, before, directory).to_s(8)
    rescue Puppet::Error => e
      e.message
    end
    "#{valid_symbolic_mode?(text)} #{normalize_symbolic_mode(text)} #{display_mode(text)} #{number}"
  end
end
