# frozen_string_literal: true

module Facter
  module Util
    # The values that facts may have.
    module Normalization
      class NormalizationError < StandardError; end

      module_function

      def normalize(value)
        case value
        when Integer, Float, true, false, nil, Symbol then value
        when String then normalize_string(value)
        when Array then value.map { |item| normalize(item) }
        when Hash then value.to_h { |key, item| [normalize(key), normalize(item)] }
        else normalize_time(value)
        end
      end

      # In its own method, since few facts need Ruby's date libraries.
      def normalize_time(value)
        require 'date'
        require 'time'
        return value.iso8601 if value.is_a?(Date) || value.is_a?(Time)

        types = [Integer, Float, TrueClass, FalseClass, NilClass, Symbol, String, Array, Hash, Date, Time]
        raise NormalizationError, "Expected #{value} to be one of #{types.inspect}, but was #{value.class}"
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
