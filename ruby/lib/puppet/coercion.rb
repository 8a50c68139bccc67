# frozen_string_literal: true

module Puppet
  # Converts words to true and false.
  module Coercion
    WORDS = { 'true' => true, 'yes' => true, 'false' => false, 'no' => false }.freeze

    module_function

    def boolean(value)
      return value if value.equal?(true) || value.equal?(false)
      word = value.is_a?(Symbol) || value.is_a?(String) ? value.to_s.downcase : nil
      WORDS.fetch(word) { fail('expected a boolean value') }
    end

    def boolean_values
      %w[true false yes no]
    end
  end
end
