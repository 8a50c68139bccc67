# frozen_string_literal: true

require 'time'

require 'puppet/network/format_support'
require 'puppet/util'
require 'puppet/util/tagging'

# Messages for the log as objects: Puppet::Util::Log.create(level: :notice, message: 'x').
class Puppet::Util::Log
  include Puppet::Network::FormatSupport
  include Puppet::Util::Tagging

  LEVELS = %i[debug info notice warning err alert emerg crit].freeze

  class << self
    def create(arguments)
      new(arguments)
    end
    alias newmessage create

    # A message of a report: it is not logged.
    def from_data_hash(data)
      allocate.tap { |log| log.initialize_from_hash(data) }
    end

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

  attr_reader :level, :message, :source
  attr_accessor :time, :remote, :file, :line, :pos, :issue_code, :environment, :node, :backtrace

  def initialize(arguments)
    @level = arguments[:level]
    raise ArgumentError, 'Puppet::Util::Log requires a log level' unless @level
    raise ArgumentError, "Invalid log level #{@level}" unless LEVELS.include?(@level.to_s.to_sym)
    raise ArgumentError, 'Puppet::Util::Log requires a message' unless arguments[:message]

    @level = @level.to_sym
    @message = arguments[:message].to_s
    @source = (arguments[:source] || 'Puppet').to_s
    @time = Time.now
    tag(@level, *arguments[:tags])
    @file, @line, @pos = arguments.values_at(:file, :line, :pos)
    return Ficelle::Agent::Log.write(@level, arguments[:source], @message) if Ficelle.applying?

    Ficelle::Core.log(@level.to_s, @message, *(@source == 'Puppet' ? [] : [@source]))
  end

  def initialize_from_hash(data)
    @level = data['level'].to_sym
    @message = data['message']
    @source = data['source']
    @tags = Puppet::Util::TagSet.new(data['tags'])
    @time = data['time'].is_a?(String) ? Time.parse(data['time']) : data['time']
    @file = data['file']
    @line = data['line']
  end

  def to_data_hash
    { 'level' => @level.to_s, 'message' => to_s, 'source' => @source, 'tags' => @tags.to_a, 'time' => @time.iso8601(9),
      'file' => @file, 'line' => @line }
  end
  alias to_hash to_data_hash

  def to_s
    message
  end

  def to_report
    "#{time} #{source} (#{level}): #{self}"
  end
end
