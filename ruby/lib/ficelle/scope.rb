# frozen_string_literal: true

module Ficelle
  # Functions of the older kind of the world that is there: methods of scopes.
  module OldFunctions
  end

  # Arrays and hashes that became variables, by the identity of the core's value.
  def self.own_containers
    @own_containers ||= {}
  end

  # The scope of the call that runs.
  def self.scope
    Core.current_scope
  end
end
