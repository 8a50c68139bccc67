# frozen_string_literal: true

module Puppet
  # The node that a catalog is compiled for.
  class Node
    include Ficelle::Refused
    # The trusted data of the node.
    class Facts
      attr_reader :name, :values

      def initialize(name, values)
        @name = name
        @values = values
      end
    end

    def self.current
      new(Ficelle::Core.node_name)
    end

    attr_reader :name

    def initialize(name)
      @name = name
    end

    def facts
      Facts.new(name, Ficelle::Core.facts)
    end

    def environment
      Environment.current
    end

    def environment_name
      environment.name
    end

    # Facts, the classifier's parameters, and server facts.
    def parameters
      given, _, _, server = Ficelle::Core.node_parts
      facts.values.merge(server, given, 'environment' => environment.to_s)
    end

    def classes
      Ficelle::Core.node_parts[1] || []
    end

    def trusted_data
      Ficelle::Core.node_parts[2]
    end

    def server_facts
      Ficelle::Core.node_parts[3]
    end
  end
end

require 'puppet/node/environment'
