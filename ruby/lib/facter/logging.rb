# frozen_string_literal: true

module Facter
  # Facter.debug, Facter.warn and the like.
  module Logging
    def debugging?
      @debugging ? true : false
    end

    def debugging(on)
      @debugging = on
    end

    def trace?
      @trace ? true : false
    end

    def trace(on)
      @trace = on
    end

    def http_debug?
      @http_debug ? true : false
    end

    def http_debug(on)
      @http_debug = on
    end

    def debug(message)
      return unless debugging?

      Log.emit(:debug, message)
      nil
    end

    def debugonce(message)
      debug(message) if debugging? && Log.first?(:debug, message)
      nil
    end

    def info(message)
      Log.emit(:info, message)
      nil
    end

    def warn(message)
      Log.emit(:warn, message)
      nil
    end

    def warnonce(message)
      warn(message) if Log.first?(:warn, message)
      nil
    end

    def error(message)
      Log.emit(:error, message)
      nil
    end

    # Logs an exception, or any object that can be printed; `message` replaces the exception's own message.
    def log_exception(exception, message = nil)
      lines = [message.to_s.empty? ? own_message(exception) : message.to_s]
      if trace? && exception.is_a?(Exception) && exception.backtrace
        lines << 'backtrace:'
        lines.concat(exception.backtrace)
      end
      Log.emit(:error, lines.join("\n"))
      nil
    end

    def on_message(&block)
      Log.on_message(&block)
      nil
    end

    def clear_messages
      Log.clear_messages
    end

    private

    def own_message(exception)
      exception.is_a?(Exception) ? exception.message : exception.to_s
    end
  end
end
