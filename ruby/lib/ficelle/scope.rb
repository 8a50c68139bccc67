# frozen_string_literal: true

require 'puppet/parser/scope'

module Ficelle
  Values::HANDLES['Puppet::Parser::Scope'] = Puppet::Parser::Scope

  # The scope of the call that runs.
  def self.scope
    Core.current_scope
  end
end
