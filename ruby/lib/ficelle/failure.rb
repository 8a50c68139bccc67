# frozen_string_literal: true

require 'puppet/error'
require 'puppet/util'
require 'puppet/util/errors'
require 'puppet/pops/evaluator/jumps'

# Failures of the core as exceptions of Ruby, and exceptions as failures.
module Ficelle
  # A failure of the core on its way through Ruby.
  module Crossed
    attr_accessor :ficelle_crossing
  end

  class Failure < Puppet::PreformattedError
    include Crossed
  end

  # The same where no code of the Puppet language has given it a place yet.
  class RawFailure < Puppet::ParseError
    include Crossed
  end

  # One that is an exception of Ruby in Puppet, too.
  class RawException < ArgumentError
    include Crossed
  end

  # A resource that is declared twice.
  class Duplicate < Puppet::DuplicateResourceError
    include Crossed
  end

  # A limit of the compiler: Ruby code that rescues its usual errors does not stop it.
  class Limit < Exception
    include Crossed
  end

  # What nobody in Ruby waits for.
  class Jump < Exception
    include Crossed
  end

  # next() and return() of the Puppet language.
  class Next < Puppet::Pops::Evaluator::Next
    include Crossed
  end

  class Return < Puppet::Pops::Evaluator::Return
    include Crossed
  end

  # break(), which ends loops of Ruby too.
  class Break < Puppet::Pops::Evaluator::PuppetStopIteration
    include Crossed
  end

  CROSSING_CLASSES = { 'failure' => Failure, 'error' => RawFailure, 'exception' => RawException, 'duplicate' => Duplicate,
                       'limit' => Limit }.freeze
  JUMPS = { 'jump' => Jump, 'next' => Next, 'return' => Return, 'break' => Break }.freeze

  # What a row failed with, as compiler/ruby/call.c describes it. An exception of Ruby goes on as it is.
  def self.raise_failure(description)
    kind, number, message, raised = description
    raise raised if kind == 'raised'

    go_on_throwing if kind == 'jump'

    error = JUMPS.key?(kind) ? JUMPS[kind].new : CROSSING_CLASSES.fetch(kind || 'limit').new(message.to_s)
    error.ficelle_crossing = number
    raise error
  end

  # A data function of the core has no value for its key: that is a throw in Ruby, when somebody there waits for it.
  def self.go_on_throwing
    throw :no_such_key
  rescue UncaughtThrowError
    nil
  end
  private_class_method :go_on_throwing

  # What the core is told of an exception: [kind, text or number, the exception].
  def self.describe(error)
    kind, text = describe_kind(error)
    %w[crossed limit].include?(kind) ? [kind, text] : [kind, text, error]
  end

  def self.describe_kind(error)
    case error
    when Crossed then ['crossed', error.ficelle_crossing]
    when TimeLimit, MemoryLimit, SystemStackError, NoMemoryError then ['limit', error.message.to_s]
    when Puppet::PreformattedError then ['message', error.message.to_s]
    when Puppet::ParseError then [error.file || error.line ? 'message' : 'error', error.message.to_s]
    when Puppet::Error then ['error', error.message.to_s]
    when SystemExit then ['exception', 'exit']
    when StandardError then ['exception', error.message.to_s]
    when ScriptError then ['uncaught', error.message.to_s]
    when Exception then ['exception', "#{error.message} (#{error.class})"]
    else ['exception', 'control left Ruby']
    end
  end

  private_class_method :describe_kind

  # What lasts as long as the compilation, by a name of the one who keeps it.
  def self.memory
    @memory ||= {}
  end

  def self.end_compilation
    Puppet.forget_told
    Puppet.settings.forget_changes
    @call_cache = @memory = nil
    Thread.list.each { |t| t.kill unless t == Thread.main || t == @watchman }
    GC.stress = false
    GC.enable
    nil
  end
end
