# frozen_string_literal: true

module Facter
  module Util
    # Helpers that convert values of facts.
    module Values
      class DeepFreezeError < StandardError; end
      class DeepMergeError < StandardError; end

      module_function

      def deep_freeze(value)
        case value
        when Numeric, Symbol, true, false, nil then value
        when String then value.dup.freeze
        when Array then value.map { |item| deep_freeze(item) }.freeze
        when Hash then value.to_h { |key, item| [deep_freeze(key), deep_freeze(item)] }.freeze
        else raise DeepFreezeError, "Cannot deep freeze #{value}:#{value.class}"
        end
      end

      # Merges hashes key by key and concatenates arrays; any value replaces nil.
      def deep_merge(left, right, path = [])
        return left.merge(right) { |key, a, b| deep_merge(a, b, path + [key]) } if both?(Hash, left, right)
        return left + right if both?(Array, left, right)
        return left if right.nil?
        return right if left.nil?

        text = "Cannot merge #{left.inspect}:#{left.class} and #{right.inspect}:#{right.class}"
        text += " at root#{path.map { |part| "[#{part.inspect}]" }.join}" unless path.empty?
        raise DeepMergeError, text
      end

      # Converts for comparison: symbols and strings ignore case.
      def convert(value)
        value = value.to_s if value.is_a?(Symbol)
        value.is_a?(String) ? value.downcase : value
      end

      def stringify_keys(value)
        case value
        when Hash then value.to_h { |key, item| [key.to_s, stringify_keys(item)] }
        when Array then value.map { |item| stringify_keys(item) }
        else value
        end
      end

      # { 'a' => { 'b' => 1 } } with the name x becomes x_a_b.
      def flatten_structure(path, structure)
        pairs = case structure
                when Hash then structure.map { |key, item| ["#{path}_#{key}".gsub(%r{-|/}, '_'), item] }
                when Array then structure.each_with_index.map { |item, index| ["#{path}_#{index}", item] }
                else return { path => structure }
                end
        pairs.reduce({}) { |all, (name, item)| all.merge(flatten_structure(name, item)) }
      end

      def both?(kind, left, right)
        left.is_a?(kind) && right.is_a?(kind)
      end
      private_class_method :both?
    end
  end
end
