# frozen_string_literal: true

require 'puppet/coercion'
require 'puppet/parameter'

# Accepts words for true and false; its value is true or false.
class Puppet::Parameter::Boolean < Puppet::Parameter
  def self.initvars
    super
    newvalues(*Puppet::Coercion.boolean_values)
  end

  def unsafe_munge(value)
    Puppet::Coercion.boolean(value)
  end
end
