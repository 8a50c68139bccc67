# frozen_string_literal: true

module Puppet
  module Pops
    # What numbers look like in texts. `generate types` writes it out, so it is letter for letter that of Puppet.
    module Patterns
      NUMERIC = /\A[[:blank:]]*([-+]?)[[:blank:]]*((0[xX][0-9A-Fa-f]+)|(0?\d+)((?:\.\d+)?(?:[eE]-?\d+)?))[[:blank:]]*\z/
                .freeze
    end
  end
end
