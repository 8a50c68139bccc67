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
end
