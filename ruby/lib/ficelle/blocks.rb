# frozen_string_literal: true

# Blocks that cross between Ruby and the core.
module Puppet
  module Pops
    module Evaluator
      # The block of a function in Ruby that was called with a lambda of the Puppet language.
      class PuppetProc < Proc
        attr_accessor :closure

        def arity
          closure.arity
        end

        def parameters
          closure.parameters
        end

        def lambda?
          false
        end

        def to_ficelle
          [nil, closure]
        end
      end
    end
  end
end

# A block of Ruby is a lambda in the core: [the block, least arguments, most or nil, names, arity],
# as Puppet counts its parameters.
class Proc
  include Ficelle::Crossing

  def to_ficelle
    rest = parameters.find { |kind,| kind == :rest }
    required, others = parameters.reject { |kind,| kind == :rest }.partition { |kind,| kind == :req }
    names = required + (rest ? [rest] : others)
    ['Block', [Ficelle::HeldBlock.new(self), required.size, rest ? nil : names.size,
               names.map { |_, name| (name || '_').to_s }, arity]]
  end
end

module Ficelle
  # A block that the core has a reference to.
  HeldBlock = Struct.new(:block)

  Values::MAKERS['Block'] = ->(held) { held.block }

  # Calls a block for the core. What ends a loop of Ruby ends one of the core.
  def self.call_block(held, *args)
    held.block.call(*args)
  rescue StopIteration => e
    raise if e.is_a?(Crossed)

    Core.end_loop
  end
end
