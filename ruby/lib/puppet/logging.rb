# frozen_string_literal: true

# Messages of modules go to the log of the compilation.
module Puppet
  LOG_LEVELS = %i[debug info notice warning err alert emerg crit].freeze

  class << self
    LOG_LEVELS.each do |level|
      define_method(level) do |message = nil, &block|
        Ficelle::Core.log(level.to_s, (block ? block.call : message).to_s)
        nil
      end
    end

    def send_log(level, message)
      Ficelle::Core.log(level.to_s, message.to_s)
      nil
    end

    # Each kind of thing is told once.
    def warn_once(_kind, key, message, file = nil, line = nil, level = :warning)
      return if (@told ||= {})[key]

      @told[key] = true
      send_log(level, "#{message}#{place(file, line)}")
    end

    def deprecation_warning(message, key = nil)
      warn_once('deprecations', key || message, message)
    end

    def puppet_deprecation_warning(message, options = {})
      key = options[:key] || [options[:file], options[:line]]
      warn_once('deprecations', key, message, options[:file], options[:line])
    end

    def log_exception(exception, message = nil, _options = {})
      send_log(:err, message || exception.message)
    end

    # What was told once is told again in the next compilation.
    def forget_told
      @told = {}
    end

    private

    def place(file, line)
      return '' if file.nil? && line.nil?

      file && line ? " (file: #{file}, line: #{line})" : file ? " (file: #{file})" : " (line: #{line})"
    end
  end
end
