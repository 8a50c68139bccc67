# frozen_string_literal: true

require 'ficelle/node_facts'

# The facts of the run: what confines and defaults go by.
module Ficelle::NodeFacts
  def core_facts
    Ficelle::Agent.applying? ? Ficelle::Core.facts : @host_facts ||= JSON.parse(Ficelle::Core.host_facts, max_nesting: false)
  end
end
