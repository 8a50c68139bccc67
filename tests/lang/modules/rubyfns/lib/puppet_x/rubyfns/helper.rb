module PuppetX
  module Rubyfns
    # A helper.
    class Helper
      def self.join(parts)
        parts.map(&:to_s).join('+')
      end
    end
  end
end
