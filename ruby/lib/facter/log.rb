# frozen_string_literal: true

module Facter
  # Messages go to one sink, a block called with level (:debug, :info, :warn, :error) and text.
  class Log
    @sink = ->(level, text) { warn "#{level}: #{text}" unless level == :debug || level == :info }
    @once = {}
    @errors = false

    class << self
      attr_accessor :sink

      def emit(level, text)
        @errors = true if level == :error
        @sink.call(level, text.to_s)
        @listener&.call(level, text.to_s)
      end

      # Whether this text is said for the first time at this level.
      def first?(level, text)
        key = [level, text.to_s]
        !@once.key?(key) && (@once[key] = true)
      end

      def errors?
        @errors
      end

      def clear_messages
        @once.clear
      end

      # Somebody who listens as well; the host program hears everything all the same.
      def on_message(&block)
        @listener = block
      end
    end

    def initialize(speaker)
      @speaker = speaker
    end

    %i[debug info warn error].each do |level|
      define_method(level) { |text, *_colour| Log.emit(level, text) if level != :debug || Facter.debugging? }
      define_method("#{level}once") { |text| public_send(level, text) if Log.first?(level, text) }
    end

    def log_exception(exception)
      Facter.log_exception(exception)
    end
  end
end
