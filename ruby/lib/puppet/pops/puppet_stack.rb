# frozen_string_literal: true

module Puppet
  module Pops
    # The calls in manifests that are being evaluated: [file, line], innermost first.
    module PuppetStack
      def self.stacktrace
        Ficelle::Core.stack
      end

      def self.top_of_stack
        stacktrace.first || []
      end
    end
  end
end
