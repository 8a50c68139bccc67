# frozen_string_literal: true

module Puppet
  module Parser
    # A scope of the core.
    class Scope < Ficelle::Handle
      def lookupvar(name, _options = {})
        Ficelle::Core.find_variable(self, name.to_s.delete_prefix('::')).first
      end
      alias [] lookupvar

      def to_s
        Ficelle::Core.scope_text(self)
      end
    end
  end
end

Ficelle::Values::HANDLES['Puppet::Parser::Scope'] = Puppet::Parser::Scope

module Ficelle
  def self.scope
    Core.current_scope
  end
end
