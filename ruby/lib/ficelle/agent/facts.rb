# frozen_string_literal: true

require 'ficelle/node_facts'

# The facts of the run: what confines and defaults go by. Those that the run does not carry, the legacy ones ("osfamily"), come
# from the host. A run with a catalog that was there before has no custom facts: those are looked for, as Facter does it, when
# somebody asks.
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
