# frozen_string_literal: true

require 'facter/core/suitable'
require 'facter/core/resolvable'

module Facter
  module Core
    autoload :DirectedGraph, 'facter/core/directed_graph'

    # A resolution made of chunks, which may require each other's results, and a block that combines them.
    class Aggregate
      include Suitable
      include Resolvable

      class DependencyError < StandardError; end

      OPTIONS = %i[name timeout weight fact_type].freeze

      attr_reader :name, :fact, :fact_type, :deps

      def initialize(name, fact)
        @name = name
        @fact = fact
        @confines = []
        @chunks = {}
        @deps = DirectedGraph.new
      end

      def resolution_type
        :aggregate
      end

      def options(given)
        unknown = given.keys - OPTIONS
        raise ArgumentError, "Invalid aggregate options #{unknown.inspect}" unless unknown.empty?

        given.each { |name, value| instance_variable_set("@#{name}", value) }
      end

      def evaluate(&block)
        instance_eval(&block)
      end

      def chunk(name, options = {}, &block)
        raise ArgumentError, "#{self.class.name}#chunk requires a block" unless block
        raise ArgumentError, "#{self.class.name}#expected chunk name to be a Symbol" unless name.is_a?(Symbol)

        unknown = options.keys - [:require]
        unless unknown.empty?
          raise ArgumentError, "Unexpected options passed to #{self.class.name}#chunk: #{unknown.inspect}"
        end

        @deps[name] = Array(options[:require])
        @chunks[name] = block
        self
      end

      def aggregate(&block)
        raise ArgumentError, "#{self.class.name}#aggregate requires a block" unless block

        @aggregate = block
        self
      end

      private

      def resolve_value
        results = run_chunks
        @aggregate ? @aggregate.call(results) : merged(results.values)
      end

      def run_chunks
        unless @deps.acyclic?
          raise DependencyError,
                "Could not order chunks; found the following dependency cycles: #{@deps.cycles.inspect}"
        end
        @deps.tsort.each_with_object({}) do |name, results|
          output = @chunks[name].call(*@deps[name].map { |needed| results[needed] })
          results[name] = Util::Values.deep_freeze(output)
        end
      end

      def merged(values)
        values.inject { |all, one| Util::Values.deep_merge(all, one) }
      rescue Util::Values::DeepMergeError => e
        raise ArgumentError, "Could not deep merge all chunks (Original error: #{e.message}), ensure that chunks " \
                             'return either an Array or Hash or override the aggregate block'
      end
    end
  end
end
