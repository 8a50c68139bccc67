# frozen_string_literal: true

require 'ficelle/node_facts'

# The facts of the run, for confines and defaults. Legacy facts ("osfamily") are not in the run and come from the host.
# A run with a given catalog has no custom facts: they are resolved when code requests them, as in Facter.
module Ficelle::NodeFacts
  def core_facts
    Ficelle::Agent.applying? ? Ficelle::Core.facts : host_facts
  end

  def other_facts
    Ficelle::Agent.applying? ? host_facts : Ficelle::Core.facts
  end

  def custom_facts_left?
    Ficelle::Agent.applying? && Ficelle::Core.agent_custom_facts_left
  end

  # A custom fact that had no value before the run: it is a fact nevertheless, and may have a value now. Only the file
  # with its name is read.
  def late_fact(query)
    return unless Ficelle::Agent.applying? && Puppet[:custom_facts]

    name = query.to_s.downcase
    collection.load(name)
    collection.existing(name)
  end
end
