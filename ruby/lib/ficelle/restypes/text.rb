# frozen_string_literal: true

require 'ficelle/restypes/sets'

module Ficelle
  module Restypes
    # Writes a type in the Puppet language, for .resource_types of an environment.
    class Text
      def initialize(klass)
        @type = klass
      end

      def to_s
        [heading, comment(@type.doc.strip, ''),
         "Puppet::Resource::ResourceType3.new(\n  #{quote(@type.name.to_s)},\n",
         list(@type.properties), list(@type.parameters.map { |name| @type.paramclass(name) }),
         "  {\n#{patterns}  },\n  #{@type.isomorphic?},\n  false)\n"].join
      end

      private

      def heading
        "# This file was automatically generated on #{Time.now}.\n" \
          "# Use the 'puppet generate types' command to regenerate this file.\n\n"
      end

      def comment(text, indent)
        text.empty? ? '' : "#{text.each_line.map { |line| "#{indent}# #{line}" }.join}\n"
      end

      def list(attributes)
        "  [\n#{attributes.map { |a| attribute(a) }.join(",\n\n")}\n  ],\n"
      end

      def attribute(klass)
        namevar = ', true' if klass.isnamevar?
        "#{comment(klass.doc.strip, '    ')}    " \
          "Puppet::Resource::Param(#{value_type(klass)}, #{quote(klass.name.to_s)}#{namevar})"
      end

      # The data type of an attribute's values.
      def value_type(klass)
        words = []
        regexes = []
        klass.value_collection.each_value do |value|
          next regexes << regexp(value.name) if value.regex?
          words.concat([value.name, *value.aliases].map { |word| quote(word.to_s) })
        end
        parts = []
        parts << 'Boolean' unless (words & %w['true' 'false']).empty?
        parts << "Enum[#{words.join(', ')}]" unless words.empty?
        parts << "Pattern[#{regexes.join(', ')}]" unless regexes.empty?
        parts.size > 1 ? "Variant[#{parts.join(', ')}]" : parts.fetch(0, 'Any')
      end

      def patterns
        all = @type.title_patterns.to_h do |pattern, symbols|
          [literal(pattern), "[#{symbols.map { |names| attribute_name(names) }.join(', ')}]"]
        end
        lines = all.map { |pattern, names| "    #{pattern} => #{names}" }
        lines.empty? ? '' : "#{lines.join(",\n")}\n"
      end

      def attribute_name(names)
        return 'undef' if names.empty?
        raise Puppet::Error, 'title patterns that use procs are not supported.' unless names.size == 1
        quote(names.first.to_s)
      end

      def literal(pattern)
        pattern.is_a?(Regexp) ? regexp(pattern) : quote(pattern.to_s)
      end

      def regexp(value)
        value.options.zero? ? value.inspect : "/#{value}/"
      end

      # The text as a string literal.
      def quote(text)
        return double_quote(text) if text.match?(/[\x00-\x1f]/)
        "'#{text.gsub(/\\(.)|\\\z|'/m) { |part| single_escape(part) }}'"
      end

      def single_escape(part)
        return "\\'" if part == "'"
        part == '\\' ? '\\\\' : part
      end

      ESCAPES = { "\t" => '\\t', "\n" => '\\n', "\r" => '\\r', '"' => '\\"', '$' => '\\$', '\\' => '\\\\' }.freeze

      def double_quote(text)
        "\"#{text.gsub(/[\x00-\x1f"$\\]/) { |c| ESCAPES[c] || format('\\u{%X}', c.ord) }}\""
      end
    end
  end
end
