# frozen_string_literal: true

module Facter
  module Core
    # Whether a resolution can be used, and its precedence.
    module Suitable
      attr_reader :confines

      def has_weight(weight) # rubocop:disable Naming/PredicateName
        @weight = weight
        self
      end

      # confine :kernel => 'Linux'; confine(:kernel) { |value| … }; confine { … }
      def confine(confines = nil, &block)
        if confines.is_a?(Hash)
          confines.each { |fact, values| @confines << Util::Confine.new(fact, *values) }
        elsif block
          @confines << Util::Confine.new(*[confines].compact, &block)
        end
      end

      # The default is the number of conditions.
      def weight
        @weight || @confines.length
      end

      def suitable?
        @confines.all?(&:true?)
      end

      # Sorts by weight; of equal ones external facts come after custom ones.
      def <=>(other)
        by_weight = weight <=> other.weight
        by_weight.zero? ? rank <=> other.rank : by_weight
      end

      def rank
        fact_type == :external ? 1 : 0
      end
    end
  end
end
