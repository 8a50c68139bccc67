# frozen_string_literal: true

require 'puppet/error'
require 'puppet/util'
require 'puppet/util/errors'
require 'puppet/pops/evaluator/jumps'

# Converts failures of the core to exceptions of Ruby, and exceptions to failures.
module Ficelle
  # A failure of the core that passes through Ruby.
  module Crossed
    attr_accessor :ficelle_crossing
  end

  class Failure < Puppet::PreformattedError
    include Crossed
  end

  # The same, before any code of the Puppet language has added its place.
  class RawFailure < Puppet::ParseError
    include Crossed
  end

  # A failure that is an exception of Ruby in Puppet, too.
  class RawException < ArgumentError
    include Crossed
  end

  # A duplicate declaration.
  class Duplicate < Puppet::DuplicateResourceError
    include Crossed
  end

  # A limit of the compiler. Not a StandardError, so that code does not rescue it unintentionally.
  class Limit < Exception
    include Crossed
  end

  # A jump of the core whose target is not in Ruby.
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

  # break(), which ends loops of Ruby, too.
  class Break < Puppet::Pops::Evaluator::PuppetStopIteration
    include Crossed
  end

  CROSSING_CLASSES = { 'failure' => Failure, 'error' => RawFailure, 'exception' => RawException, 'duplicate' => Duplicate,
                       'limit' => Limit }.freeze
  JUMPS = { 'jump' => Jump, 'next' => Next, 'return' => Return, 'break' => Break }.freeze

  # Raises the failure of a row, described by compiler/ruby/call.c. An exception of Ruby is raised again unchanged.
  def self.raise_failure(description)
    kind, number, message, raised = description
    raise raised if kind == 'raised'

    go_on_throwing if kind == 'jump'

    error = JUMPS.key?(kind) ? JUMPS[kind].new : CROSSING_CLASSES.fetch(kind || 'limit').new(message.to_s)
    error.ficelle_crossing = number
    raise error
  end

  # A data function of the core has no value for its key: throws if Ruby code catches it.
  def self.go_on_throwing
    throw :no_such_key
  rescue UncaughtThrowError
    nil
  end
  private_class_method :go_on_throwing

  # Describes an exception to the core: [kind, text or number, the exception].
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
    when ScriptError, SecurityError then ['uncaught', error.message.to_s]
    when Exception then ['exception', "#{error.message} (#{error.class})"]
    else ['exception', 'control left Ruby']
    end
  end

  private_class_method :describe_kind

  # Data that the library keeps until the compilation ends, by name.
  def self.memory
    @memory ||= {}
  end

  def self.end_compilation
    Puppet.forget_told
    Puppet.settings.forget_changes
    @call_cache = @memory = nil
    Thread.list.each { |t| t.kill unless t == Thread.main || t == @monitor }
    GC.stress = false
    GC.enable
    collect_garbage
    nil
  end

  # Garbage is cheapest to collect between two compilations, when few objects are in use. So it is collected as soon as
  # half of what the last collection freed is used again; otherwise Ruby would do it during the next compilation.
  def self.collect_garbage
    free = GC.stat(:heap_free_slots)
    @enough_free ||= free / 2
    return if free >= @enough_free

    GC.start(full_mark: false)
    @enough_free = GC.stat(:heap_free_slots) / 2
  end
end
