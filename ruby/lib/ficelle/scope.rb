# frozen_string_literal: true

require 'puppet/parser/scope'

module Ficelle
  Values::HANDLES['Puppet::Parser::Scope'] = Puppet::Parser::Scope

  # Arrays and hashes that became variables, by the identity of the core's value.
  def self.own_containers
    @own_containers ||= {}
  end

  # The scope of the call that runs.
  def self.scope
    Core.current_scope
  end
end
