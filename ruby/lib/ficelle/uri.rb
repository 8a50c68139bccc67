# frozen_string_literal: true

require 'uri'

# Puppet's URI is Ruby's own class.
module URI
  class Generic
    include Ficelle::Crossing

    def to_ficelle
      ['URI', to_s]
    end
  end
end

Ficelle::Values::MAKERS['URI'] = URI.method(:parse)
