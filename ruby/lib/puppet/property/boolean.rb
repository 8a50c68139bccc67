# frozen_string_literal: true

require 'puppet/coercion'
require 'puppet/property'

# Converts words to true or false.
class Puppet::Property::Boolean < Puppet::Property
  def unsafe_munge(value)
    Puppet::Coercion.boolean(value)
  end
end
