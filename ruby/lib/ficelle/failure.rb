# frozen_string_literal: true

module Puppet
  # The errors that Puppet has names for.
  class Error < RuntimeError
    attr_accessor :original

    def initialize(message, original = nil)
      super(message)
      @original = original
    end
  end

  module ExternalFileError
    attr_accessor :line, :file, :pos

    def initialize(message, file = nil, line = nil, pos = nil, original = nil)
      if pos.is_a?(Exception)
        original = pos
        pos = nil
      end
      super(message, original)
      @file = file unless file.is_a?(String) && file.empty?
      @line = line
      @pos = pos
    end
  end

  class ParseError < Puppet::Error
    include ExternalFileError
  end

  class ResourceError < Puppet::Error
    include ExternalFileError
  end

  class DevError < Puppet::Error
    include ExternalFileError
  end

  class ParseErrorWithIssue < ParseError
    attr_reader :issue_code, :basic_message, :arguments
    attr_accessor :environment, :node

    def initialize(message, file = nil, line = nil, pos = nil, original = nil, issue_code = nil, arguments = nil)
      super(message, file, line, pos, original)
      @basic_message = message
      @issue_code = issue_code
      @arguments = arguments
    end
  end

  # A message that is complete.
  class PreformattedError < ParseErrorWithIssue
  end

  class MissingCommand < Puppet::Error
  end
end

# Failures of the core as exceptions of Ruby, and exceptions as failures.
module Ficelle
  # A failure of the core on its way through Ruby.
  module Crossed
    attr_accessor :ficelle_crossing
  end

  class Failure < Puppet::PreformattedError
    include Crossed
  end

  # A limit of the compiler: Ruby code that rescues its usual errors does not stop it.
  class Limit < Exception
    include Crossed
  end

  # break(), next() and return() of the Puppet language.
  class Jump < Exception
    include Crossed
  end

  CROSSING_CLASSES = { 'failure' => Failure, 'limit' => Limit, 'jump' => Jump }.freeze

  # What a row failed with, as compiler/ruby/call.c describes it.
  def self.raise_failure(description)
    kind, number, message, = description
    error = CROSSING_CLASSES.fetch(kind || 'limit').new(message.to_s)
    error.ficelle_crossing = number
    raise error
  end

  # What the core is told of an exception: [kind, text or number].
  def self.describe(error)
    case error
    when Crossed then ['crossed', error.ficelle_crossing]
    when TimeLimit, SystemStackError, NoMemoryError then ['limit', error.message.to_s]
    when Puppet::PreformattedError then ['message', error.message.to_s]
    when Puppet::Error then ['error', error.message.to_s]
    when SystemExit then ['exception', 'exit']
    when StandardError, ScriptError then ['exception', error.message.to_s]
    when Exception then ['exception', "#{error.message} (#{error.class})"]
    else ['exception', 'control left Ruby']
    end
  end

  def self.end_compilation
    Thread.list.each { |t| t.kill unless t == Thread.main || t == WATCHMAN }
    nil
  end
end
