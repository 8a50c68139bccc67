# frozen_string_literal: true

# Messages of modules go to the log of the compilation.
module Puppet
  LOG_LEVELS = %i[debug info notice warning err alert emerg crit].freeze

  # A message that was logged.
  LogMessage = Struct.new(:level, :message) do
    alias_method :to_s, :message
  end

  class << self
    LOG_LEVELS.each do |level|
      define_method(level) do |message = nil, &block|
        told = send_log(level, block ? block.call : message)
        told unless level == :debug            # debug messages are not printed while a catalog is compiled
      end
    end

    def send_log(level, message)
      if Ficelle.applying?
        Ficelle::Agent::Log.write(level.to_sym, nil, message)
        return LogMessage.new(level, message.to_s)
      end
      Ficelle::Core.log(level.to_s, message.to_s)
      LogMessage.new(level, message.to_s)
    end

    # Logs a message of each kind once.
    def warn_once(kind, key, message, file = nil, line = nil, level = :warning)
      return if disabled?(kind.to_s) || told?(key)

      place = if file == :default && line == :default then ''
              else
                found = Puppet::Util::Errors.error_location(file, line)
                "\n   #{found.empty? ? '(file & line not available)' : found}"
              end
      send_log(level, "#{message}#{place}")
    end

    def deprecation_warning(message, key = nil)
      return if disabled?('deprecations')

      place = caller(1, 1).first
      warning("#{message}\n   (location: #{place})") unless told?([:deprecation, key || place])
    end

    def puppet_deprecation_warning(message, options = {})
      file, line = options.values_at(:file, :line)
      key = options[:key] || "#{file}:#{line}"
      return if disabled?('deprecations') || told?([:deprecation, key])

      warning("#{message}\n   #{Puppet::Util::Errors.error_location(file || 'unknown', line || 'unknown')}")
    end

    def log_exception(exception, message = nil, _options = {})
      send_log(:err, message || exception.message)
    end

    # The next compilation logs them again.
    def forget_told
      @told = {}
    end

    private

    def disabled?(kind)
      Array(Puppet[:disable_warnings]).map(&:to_s).include?(kind)
    end

    def told?(key)
      @told ||= {}
      return true if @told.size >= 100 || @told[key]

      @told[key] = true
      false
    end
  end
end
