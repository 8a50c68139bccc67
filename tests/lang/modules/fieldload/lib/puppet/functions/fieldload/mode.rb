# frozen_string_literal: true

require 'puppet/util/symbolic_file_mode'

# The mode that a change makes of another: [as number, whether it is one, as text, without zeroes in front].
Puppet::Functions.create_function(:'fieldload::mode') do
  include_mode = Class.new { include Puppet::Util::SymbolicFileMode }

  define_method(:mode) do |change, from = 0, directory = false|
    m = include_mode.new
    [m.symbolic_mode_to_int(change, from, directory).to_s(8), m.valid_symbolic_mode?(change), m.display_mode(change),
     m.normalize_symbolic_mode(change)]
  end

  dispatch :mode do
    param 'String', :change
    optional_param 'Integer', :from
    optional_param 'Boolean', :directory
  end
end
