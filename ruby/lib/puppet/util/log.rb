# frozen_string_literal: true

require 'puppet/util'

# Messages for the log as objects: Puppet::Util::Log.create(level: :notice, message: 'x').
class Puppet::Util::Log
  LEVELS = %i[debug info notice warning err alert emerg crit].freeze

  class << self
    def create(arguments)
      new(arguments)
    end
    alias newmessage create

    def levels
      LEVELS.dup
    end

    def eachlevel(&block)
      LEVELS.each(&block)
    end

    def validlevel?(level)
      LEVELS.include?(level)
    end

    # The lowest level of messages that are printed.
    def level
      Puppet[:log_level].to_s.to_sym
    end

    def sendlevel?(level)
      LEVELS.index(level) >= (LEVELS.index(self.level) || 0)
    end

    %i[newdestination close close_all level= with_destination].each do |name|
      define_method(name) { |*| raise NotImplementedError, "not supported: Puppet::Util::Log.#{name} (where messages go is a setting)" }
    end
  end

  attr_reader :level, :message, :source, :time
  attr_accessor :file, :line, :pos, :tags

  def initialize(arguments)
    @level = arguments[:level]
    raise ArgumentError, 'Puppet::Util::Log requires a log level' unless @level
    raise ArgumentError, "Invalid log level #{@level}" unless LEVELS.include?(@level.to_s.to_sym)
    raise ArgumentError, 'Puppet::Util::Log requires a message' unless arguments[:message]

    @level = @level.to_sym
    @message = arguments[:message].to_s
    @source = (arguments[:source] || 'Puppet').to_s
    @time = Time.now
    @tags = arguments[:tags]
    @file, @line, @pos = arguments.values_at(:file, :line, :pos)
    return Ficelle::Agent::Log.write(@level, arguments[:source], @message) if Ficelle.applying?

    Ficelle::Core.log(@level.to_s, @message, *(@source == 'Puppet' ? [] : [@source]))
  end

  def to_s
    "#{Puppet::Util::Errors.error_location(file, line)} #{message}".strip
  end
  alias to_report to_s
end
