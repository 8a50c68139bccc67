# frozen_string_literal: true

module Facter
  # Sends messages to one sink, a block with the arguments level (:debug, :info, :warn, :error) and text.
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

      # Whether this text is logged for the first time at this level.
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

      # Adds a listener; the host program receives all messages, too.
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
