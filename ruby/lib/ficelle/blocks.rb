# frozen_string_literal: true

# Blocks that are passed between Ruby and the core.
module Puppet
  module Pops
    module Evaluator
      # The block of a Ruby function that was called with a lambda of the Puppet language.
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

# A Ruby block is a lambda in the core: [the block, minimum and maximum (or nil) of arguments, names, arity], with
# parameters counted like Puppet does.
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

  # Calls a block for the core. An exception that ends a Ruby loop ends a loop of the core, too.
  def self.call_block(held, *args)
    held.block.call(*args)
  rescue StopIteration => e
    raise if e.is_a?(Crossed)

    Core.end_loop
  end
end
