# frozen_string_literal: true

# The methods debug, info, notice, warning, err, alert, emerg and crit.
module Puppet::Util
  module Logging
    LEVELS = %i[debug info notice warning err alert emerg crit].freeze

    LEVELS.each do |level|
      define_method(level) do |*args, &block|
        Puppet::Util::Logging.write(level, block && args.empty? ? [block.call] : args, self)
      end
    end

    def send_log(level, message)
      Puppet::Util::Logging.write(level, [message], self)
    end

    # While a catalog is applied, messages begin with their source.
    def self.write(level, args, source = nil)
      text = args.flatten.join(' ')
      return Puppet.public_send(level, text) unless Ficelle.applying?
      Ficelle::Agent::Log.write(level, source, text)
    end

    def log_exception(exception, message = :default, options = {})
      text = message == :default ? exception.message : message
      send_log(options[:level] || :err, text)
    end

    def deprecation_warning(message, _key = nil)
      warning(message)
    end

    def warn_once(_kind, _key, message, _file = nil, _line = nil, level = :warning)
      send_log(level, message)
    end
  end
end
