# frozen_string_literal: true

module Puppet
  module Util
    # Compares versions of packages part by part: numbers as numbers, other text as text.
    module Package
      module_function

      def versioncmp(version_a, version_b, ignore_trailing_zeroes = false)
        a, b = [version_a, version_b].map do |version|
          version = without_zeroes(version) if ignore_trailing_zeroes
          version.scan(/[-.]|\d+|[^-.\d]+/)
        end
        while !a.empty? && !b.empty?
          order = compare(a.shift, b.shift)
          return order unless order.zero?
        end
        version_a <=> version_b
      end

      # "1.2.0-3" without the trailing zeros of its first part.
      def without_zeroes(version)
        first, *rest = version.split('-')
        [first.to_s.sub(/[.0]+\z/, ''), *rest].join('-')
      end

      def compare(one, other)
        return 0 if one == other
        %w[- .].each do |mark|
          return -1 if one == mark
          return 1 if other == mark
        end
        return one.to_i <=> other.to_i if [one, other].all? { |piece| piece.match?(/\A\d+\z/) && !piece.start_with?('0') }
        one.upcase <=> other.upcase
      end
    end
  end
end
