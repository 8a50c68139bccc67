module PuppetX
  module Dt
    class Late
      attr_reader :a

      def initialize(a)
        @a = a
      end

      def shout
        a.upcase
      end

      def to_s
        "late #{a}"
      end
    end
  end
end
