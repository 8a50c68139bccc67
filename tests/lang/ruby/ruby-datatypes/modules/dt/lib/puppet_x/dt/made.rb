module PuppetX
  module Dt
    class Made
      attr_reader :first, :last

      def initialize(first, last = 'Doe')
        @first = first
        @last = last
      end

      def full
        "#{first} #{last}"
      end

      def twice(n)
        n * 2
      end

      def same(other)
        other.first == first
      end
    end
  end
end
