# frozen_string_literal: true

# Code may have required this file instead of using the constant.
Object.send(:remove_const, :Facter) if Object.autoload?(:Facter)
require File.join(Ficelle::LIBRARY, 'facter.rb')

module Ficelle
  # While a catalog is compiled, Facter returns facts of the machine that compiles, as in Puppet. Custom facts are not
  # resolved: the node's facts contain their values.
  module NodeFacts
    def core_facts
      host_facts
    end

    def other_facts
      Core.facts
    end

    def custom_facts_left?
      false
    end

    def late_fact(_query) = nil

    def host_facts
      @host_facts ||= Core.host_facts
    end

    def value(query)
      found = core_value(query)
      return found unless found.nil?

      found = dig(other_facts, query.to_s)
      return found unless found.equal?(Facter::Queries::MISSING)

      custom_facts_left? ? super : Facter::Util::Values.stringify_keys(late_fact(query)&.value)
    end

    def fact(query)
      found = value(query)
      found.nil? && late_fact(query).nil? ? nil : Facter::ResolvedFact.new(query.to_s, found)
    end
    alias [] fact

    def to_hash
      return host_facts.merge(super) if custom_facts_left?

      other_facts.merge(core_facts)
    end
  end
end

Facter.singleton_class.prepend(Ficelle::NodeFacts)
