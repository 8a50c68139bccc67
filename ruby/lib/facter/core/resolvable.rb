# frozen_string_literal: true

require 'timeout'

module Facter
  module Core
    # Resolves a value within its time limit, and logs failures.
    module Resolvable
      attr_accessor :timeout

      def limit
        @timeout || 0
      end

      def on_flush(&block)
        @on_flush = block
      end

      def flush
        @on_flush&.call
      end

      # nil: no value. ResolveCustomFactError if the code failed, which ends the search.
      def value
        Util::Normalization.normalize(Timeout.timeout(limit) { resolve_value })
      rescue Timeout::Error => e
        Facter.log_exception(e, "Timed out after #{limit} seconds while resolving #{qualified_name}")
      rescue Util::Normalization::NormalizationError => e
        Facter.log_exception(e, "Fact resolution #{qualified_name} resolved to an invalid value: #{e.message}")
      rescue StandardError, ScriptError, SystemExit, SystemStackError, NoMemoryError => e
        Facter.log_exception(e, "Error while resolving custom fact #{qualified_name}: #{e.message}")
        raise ResolveCustomFactError
      end

      private

      def qualified_name
        "fact='#{@fact.name}', resolution='#{@name || '<anonymous>'}'"
      end
    end
  end
end
