# frozen_string_literal: true

require 'date'
require 'time'

module Facter
  module Util
    # The values that facts may have.
    module Normalization
      class NormalizationError < StandardError; end

      TYPES = [Integer, Float, TrueClass, FalseClass, NilClass, Symbol, String, Array, Hash, Date, Time].freeze

      module_function

      def normalize(value)
        case value
        when Integer, Float, true, false, nil, Symbol then value
        when Date, Time then value.iso8601
        when String then normalize_string(value)
        when Array then value.map { |item| normalize(item) }
        when Hash then value.to_h { |key, item| [normalize(key), normalize(item)] }
        else
          raise NormalizationError, "Expected #{value} to be one of #{TYPES.inspect}, but was #{value.class}"
        end
      end

      def normalize_string(value)
        text = value.encode(Encoding::UTF_8)
        return text if text.valid_encoding?

        raise NormalizationError, "String #{text.inspect} doesn't match the reported encoding #{text.encoding}"
      rescue EncodingError
        raise NormalizationError,
              "String encoding #{value.encoding} is not UTF-8 and could not be converted to UTF-8"
      end
    end
  end
end
