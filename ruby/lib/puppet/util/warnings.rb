# frozen_string_literal: true

# Warnings that are logged only once.
module Puppet::Util
  module Warnings
    module_function

    def notice_once(message)
      once(:notice, message)
    end

    def warnonce(message)
      once(:warning, message)
    end

    def debug_once(message)
      once(:debug, message)
    end

    def once(level, message)
      @told ||= {}
      return if @told.key?([level, message])
      @told[[level, message]] = true
      Puppet.public_send(level, message)
      nil
    end

    def clear_warnings
      @told = {}
      nil
    end
  end
end
