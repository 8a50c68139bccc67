# frozen_string_literal: true

module Ficelle
  # Functions of the 3.x API in the current world, as methods of scopes.
  module OldFunctions
  end

  # The scope of the current call.
  def self.scope
    Core.current_scope
  end
end
