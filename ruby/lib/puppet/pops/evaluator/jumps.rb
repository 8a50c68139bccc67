# frozen_string_literal: true

module Puppet
  module Pops
    module Evaluator
      # A jump out of a block or function of the Puppet language, with its value and place.
      class Jumper < Exception
        attr_reader :value, :file, :line

        def initialize(value = nil, file = nil, line = nil)
          super()
          @value = value
          @file = file
          @line = line
        end
      end

      class Next < Jumper
      end

      class Return < Jumper
      end

      # The exception of break(); as a StopIteration it ends loops of Ruby, too.
      class PuppetStopIteration < StopIteration
        attr_reader :file, :line, :pos

        def initialize(file = nil, line = nil, pos = nil)
          super()
          @file = file
          @line = line
          @pos = pos
        end

        def message
          'break() from context where this is illegal'
        end
      end
    end
  end
end
