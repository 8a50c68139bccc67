# frozen_string_literal: true

module Ficelle
  module Facts
    # Writes one JSON array per line:
    #   ["load", FILE]                the file will be loaded
    #   ["begin", NAME]               the fact will be resolved
    #   ["fact", NAME, VALUE, TIME]   its value, and its duration in seconds
    #   ["log", LEVEL, TEXT]          debug, info, warn or error
    #   ["end"]
    class Channel
      LIMIT = 2**63

      def initialize(descriptor)
        @io = IO.for_fd(descriptor, 'w', autoclose: false)
        @io.sync = true
        @owner = Process.pid
      end

      def say(*words)
        exit!(0) if Process.pid != @owner # a forked copy, made by a fact
        @io.write("#{JSON.generate(words.map { |word| clean(word) }, max_nesting: 0)}\n")
      end

      # Sends a value, or an error if a fact cannot have this value.
      def fact(name, value, seconds)
        problem = problem_with(value)
        if problem
          say('log', 'error', "Fact '#{name}': #{problem}")
        else
          say('fact', name, value, seconds)
        end
      end

      private

      def clean(word)
        return word unless word.is_a?(String)

        text = word.encoding == Encoding::UTF_8 ? word : word.dup.force_encoding(Encoding::UTF_8)
        text.scrub
      end

      def problem_with(value, depth = 0)
        return 'it is nested too deeply' if depth > 500

        case value
        when Integer then 'not supported: an integer beyond 64 bits' unless (-LIMIT...LIMIT).cover?(value)
        when Float then "JSON cannot represent #{value}" unless value.finite?
        when Array then value.each { |item| (found = problem_with(item, depth + 1)) and return found } && nil
        when Hash then problem_with(value.values, depth)
        end
      end
    end
  end
end
