# frozen_string_literal: true

# debug, info, notice, warning, err, alert, emerg, crit for what mixes it in.
module Puppet::Util
  module Logging
    LEVELS = %i[debug info notice warning err alert emerg crit].freeze

    LEVELS.each do |level|
      define_method(level) do |*args, &block|
        Puppet::Util::Logging.write(level, block && args.empty? ? [block.call] : args)
      end
    end

    def send_log(level, message)
      Puppet::Util::Logging.write(level, [message])
    end

    def self.write(level, args)
      Puppet.public_send(level, args.join(' '))
    end

    def log_exception(exception, message = :default, _options = {})
      err(message == :default ? exception.message : message)
    end

    def deprecation_warning(message, _key = nil)
      warning(message)
    end

    def warn_once(_kind, _key, message, _file = nil, _line = nil, level = :warning)
      send_log(level, message)
    end
  end
end
