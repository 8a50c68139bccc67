# frozen_string_literal: true

require 'ficelle/restypes/sets'

module Ficelle
  module Restypes
    # Describes a type to the compiler.
    class Model
      def initialize(klass)
        @type = klass
      end

      # patterns: [[regular expression, [attribute, …]], …]; nil: splitting titles needs Ruby code.
      def to_h
        { 'attributes' => (@type.allattrs - @type.metaparams).map(&:to_s),
          'keys' => @type.key_attributes.map(&:to_s),
          'isomorphic' => @type.isomorphic? ? true : false,
          'patterns' => patterns }
      end

      # The attributes that follow from a title; an error if it matches no pattern.
      def split_title(title)
        @type.title_patterns.each do |regexp, symbols|
          found = regexp.match(title)
          return split(found, symbols) if found
        end
        raise Puppet::Error, "No set of title patterns matched the title \"#{title}\"."
      end

      private

      def split(found, symbols)
        symbols.zip(found.captures).to_h do |(symbol, change), part|
          [symbol.to_s, change ? change.call(part) : part]
        end
      end

      def patterns
        @type.title_patterns.map do |regexp, symbols|
          return nil unless regexp.is_a?(Regexp) && symbols.all? { |_, change| change.nil? }
          [regexp.to_s, symbols.map { |symbol, _| symbol.to_s }]
        end
      rescue StandardError
        nil
      end
    end
  end
end
