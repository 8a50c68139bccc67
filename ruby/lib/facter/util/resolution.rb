# frozen_string_literal: true

require 'facter/core/suitable'
require 'facter/core/resolvable'

module Facter
  module Util
    # One way to find the value of a fact: a block, a command, or the value itself.
    class Resolution
      include Core::Suitable
      include Core::Resolvable

      class << self
        def exec(command)
          Core::Execution.exec(command)
        end

        def which(bin)
          Core::Execution.which(bin)
        end

        def with_env(values, &block)
          Core::Execution.with_env(values, &block)
        end
      end

      OPTIONS = %i[name value timeout weight fact_type file is_env].freeze

      attr_accessor :name, :code
      attr_reader :fact, :fact_type, :file, :last_evaluated
      attr_writer :value

      def initialize(name, fact)
        @name = name
        @fact = fact
        @confines = []
        @timeout = 0
      end

      def resolution_type
        :simple
      end

      def options(given)
        unknown = given.keys - OPTIONS
        raise ArgumentError, "Invalid resolution options #{unknown.inspect}" unless unknown.empty?

        given.each { |name, value| instance_variable_set("@#{name}", value) }
      end

      def evaluate(&block)
        Facter.warn("Already evaluated #{@name} at #{@last_evaluated}, reevaluating anyways") if @last_evaluated
        instance_eval(&block)
        @last_evaluated = block.source_location&.join(':') || true
      end

      def setcode(command = nil, &block)
        raise ArgumentError, 'You must pass either code or a block' unless command || block

        @code = command ? -> { output_of(command) } : block
        self
      end

      private

      def output_of(command)
        output = Core::Execution.execute(command, on_fail: nil)
        output.to_s.empty? ? nil : output
      end

      def resolve_value
        @value.nil? ? @code&.call : @value
      end
    end
  end
end
