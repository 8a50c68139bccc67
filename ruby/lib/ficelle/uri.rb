# frozen_string_literal: true

require 'uri'

# Ruby's own class of URIs is Puppet's.
module URI
  class Generic
    include Ficelle::Crossing

    def to_ficelle
      ['URI', to_s]
    end
  end
end

Ficelle::Values::MAKERS['URI'] = URI.method(:parse)
