# frozen_string_literal: true

# It may come here by `require` instead of by its name.
Object.send(:remove_const, :Facter) if Object.autoload?(:Facter)
require File.join(Ficelle::LIBRARY, 'facter.rb')

module Ficelle
  # While compiling, Facter tells the facts of the node; custom facts are not run, since the node has sent theirs.
  module NodeFacts
    def core_facts
      Core.facts
    end

    def value(query)
      core_value(query)
    end

    def fact(query)
      found = core_value(query)
      found.nil? ? nil : Facter::ResolvedFact.new(query.to_s, found)
    end
    alias [] fact

    def to_hash
      Core.facts
    end
  end
end

Facter.singleton_class.prepend(Ficelle::NodeFacts)
