# frozen_string_literal: true

module Ficelle
  # Functions of the 3.x API in the current world, as methods of scopes.
  module OldFunctions
  end

  # The resource defaults of a type in a scope whose lookupdefaults Ruby code has replaced.
  def self.scope_defaults(scope, type)
    scope.lookupdefaults(type).to_h { |name, param| [name.to_s, param.value] }
  end

  # The scope of the current call.
  def self.scope
    Core.current_scope
  end
end
