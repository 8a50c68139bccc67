# frozen_string_literal: true

require 'puppet/error'
require 'puppet/util'
require 'puppet/util/errors'

# Failures of the core as exceptions of Ruby, and exceptions as failures.
module Ficelle
  # A failure of the core on its way through Ruby.
  module Crossed
    attr_accessor :ficelle_crossing
  end

  class Failure < Puppet::PreformattedError
    include Crossed
    attr_accessor :ficelle_text # without place and prefix, when that is known
  end

  # The same where no code of the Puppet language has given it a place yet.
  class RawFailure < Puppet::ParseError
    include Crossed
  end

  # One that is an exception of Ruby in Puppet, too.
  class RawException < ArgumentError
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

  CROSSING_CLASSES = { 'failure' => Failure, 'error' => RawFailure, 'exception' => RawException, 'limit' => Limit,
                       'jump' => Jump }.freeze

  # What a row failed with, as compiler/ruby/call.c describes it.
  def self.raise_failure(description)
    kind, number, message, text = description
    error = CROSSING_CLASSES.fetch(kind || 'limit').new(message.to_s)
    error.ficelle_crossing = number
    error.ficelle_text = text if kind == 'failure'
    raise error
  end

  # What the core is told of an exception: [kind, text or number].
  def self.describe(error)
    case error
    when Crossed then ['crossed', error.ficelle_crossing]
    when TimeLimit, SystemStackError, NoMemoryError then ['limit', error.message.to_s]
    when Puppet::PreformattedError then ['message', error.message.to_s]
    when Puppet::ParseError then [error.file || error.line ? 'message' : 'error', error.message.to_s]
    when Puppet::Error then ['error', error.message.to_s]
    when SystemExit then ['exception', 'exit']
    when StandardError then ['exception', error.message.to_s]
    when ScriptError then ['message', error.message.to_s]
    when Exception then ['exception', "#{error.message} (#{error.class})"]
    else ['exception', 'control left Ruby']
    end
  end

  def self.end_compilation
    Puppet.forget_told
    @call_cache = @own_containers = nil
    Thread.list.each { |t| t.kill unless t == Thread.main || t == WATCHMAN }
    nil
  end
end
