# frozen_string_literal: true

module Facter
  module Util
    # A condition of a resolution: a fact has one of some values, or a block returns true.
    class Confine
      attr_accessor :fact, :values

      def initialize(fact = nil, *values, &block)
        raise ArgumentError, 'The fact name must be provided' unless fact || block
        raise ArgumentError, 'One or more values or a block must be provided' if values.empty? && !block

        @fact = fact
        @values = values
        @block = block
      end

      def to_s
        @block ? @block.to_s : "'#{@fact}' '#{@values.join(',')}'"
      end

      def true?
        return asked if @fact.nil?

        fact = Facter[@fact]
        unless fact
          Facter.debug("No fact for #{@fact}")
          return false
        end
        value = Values.convert(fact.value)
        return false if value.nil?

        @block ? asked(value) : @values.any? { |wanted| Values.convert(wanted) === value }
      end

      private

      def asked(*value)
        @block.call(*value) ? true : false
      rescue StandardError => e
        Facter.debug("Confine raised #{e.class} #{e}")
        false
      end
    end
  end
end
