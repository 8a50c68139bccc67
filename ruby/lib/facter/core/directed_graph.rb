# frozen_string_literal: true

require 'tsort'

module Facter
  module Core
    # Names with their dependencies, sorted so that dependencies come first.
    class DirectedGraph < Hash
      include TSort

      class CycleError < StandardError; end
      class MissingVertex < StandardError; end

      def acyclic?
        cycles.empty?
      end

      def cycles
        each_strongly_connected_component.select { |component| component.size > 1 }
      end

      def tsort
        missing = values.flatten.uniq - keys
        unless missing.empty?
          raise MissingVertex, "Cannot sort elements; cannot depend on missing elements #{missing}"
        end

        super
      rescue TSort::Cyclic
        raise CycleError, "Cannot sort elements; found the following cycles: #{cycles.inspect}"
      end

      def tsort_each_node(&block)
        each_key(&block)
      end

      def tsort_each_child(node, &block)
        fetch(node, []).each(&block)
      end
    end
  end
end
