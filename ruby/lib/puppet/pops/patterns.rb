# frozen_string_literal: true

module Puppet
  module Pops
    # The pattern of numbers in texts. `generate types` prints it, so it must be identical to Puppet's.
    module Patterns
      NUMERIC = /\A[[:blank:]]*([-+]?)[[:blank:]]*((0[xX][0-9A-Fa-f]+)|(0?\d+)((?:\.\d+)?(?:[eE]-?\d+)?))[[:blank:]]*\z/
                .freeze
    end
  end
end
