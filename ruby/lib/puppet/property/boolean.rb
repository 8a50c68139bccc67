# frozen_string_literal: true

require 'puppet/coercion'
require 'puppet/property'

# Gives true or false for the words that stand for them.
class Puppet::Property::Boolean < Puppet::Property
  def unsafe_munge(value)
    Puppet::Coercion.boolean(value)
  end
end
