# frozen_string_literal: true

module Ficelle
  # Functions of the older kind of the world that is there: methods of scopes.
  module OldFunctions
  end

  # The scope of the call that runs.
  def self.scope
    Core.current_scope
  end
end
