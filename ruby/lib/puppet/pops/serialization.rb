# frozen_string_literal: true

module Puppet
  module Pops
    # Rich values as data and back.
    module Serialization
      # What JSON has no form for becomes a hash with __ptype, or its text.
      class ToDataConverter
        def self.convert(value, options = {})
          new(options).convert(value)
        end

        def initialize(options = {})
          @rich = options[:rich_data]
        end

        def convert(value)
          Ficelle::Core.value_as_data(value, @rich ? true : false)
        end
      end
    end
  end
end
