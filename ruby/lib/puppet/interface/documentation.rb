# frozen_string_literal: true

require 'prettyprint'

module Puppet
  class Interface
    # Attributes with a text: a call with an argument sets it, without the indentation.
    module DocGen
      def attr_doc(name, &check)
        define_method(:"#{name}=") do |value|
          text = check ? instance_exec(value.to_s, &check) : value.to_s
          instance_variable_set(:"@#{name}", DocGen.strip_whitespace(text))
        end
        define_method(name) do |value = nil|
          public_send(:"#{name}=", value) unless value.nil?
          instance_variable_defined?(:"@#{name}") ? instance_variable_get(:"@#{name}") : nil
        end
      end

      def self.strip_whitespace(text)
        return text.strip unless text.strip.include?("\n")

        indent = text.partition("\n").last.scan(/^[ \t]*(?=\S)/).min.to_s
        text.gsub(/^#{indent}/, '').lines.map(&:rstrip).join("\n").rstrip
      end
    end

    # Documentation of options.
    module TinyDocs
      extend DocGen

      attr_doc :summary do |text|
        if text.include?("\n")
          raise ArgumentError, "Face summary should be a single line; put the long text in 'description' instead."
        end

        text
      end
      attr_doc :description

      def build_synopsis(face, action = nil, arguments = nil)
        PrettyPrint.format do |out|
          out.text("puppet #{face}")
          out.text(" #{action}") if action
          out.text(' ')
          options.each { |name| name == :extra || synopsis_of(out, get_option(name)) }
          display_global_options.sort.each do |name|
            out.group(0, '[', ']') { out.text("--#{name} #{setting_shown(name)}") && out.breakable }
            out.breakable
          end
          out.text(arguments.to_s) if arguments
        end
      end

      # The default of a setting.
      def setting_shown(name)
        Puppet.settings[name].to_s
      end

      private

      def synopsis_of(out, option)
        out.group(0, *(option.required? ? %w[< >] : %w[[ ]])) do
          option.optparse.each do |item|
            unless out.current_group.first?
              out.breakable
              out.text('|')
              out.breakable
            end
            out.text(item)
          end
        end
        out.breakable
      end
    end

    # Documentation of faces and actions.
    module FullDocs
      extend DocGen
      include TinyDocs

      attr_doc :examples
      attr_doc :notes
      attr_doc :license
      attr_doc :short_description
      alias given_short_description short_description

      # The beginning of the description, if no short one is set.
      def short_description(value = nil)
        given = given_short_description(value)
        return given if given || description.nil?

        lines = description.split("\n")
        paragraph = lines.index('') || 5
        kept = [5, paragraph].min
        "#{lines[0, kept].join("\n")}#{' [...]' if kept < lines.length && paragraph >= 5}"
      end

      def author(value = nil)
        unless value.nil?
          raise ArgumentError, 'author must be a string; use multiple statements for multiple authors' unless value.is_a?(String)

          self.authors = @authors + [value]
        end
        @authors.empty? ? nil : @authors.join("\n")
      end

      attr_reader :authors

      def authors=(values)
        if Array(values).any? { |text| text.include?("\n") }
          raise ArgumentError, 'author should be a single line; use multiple statements for multiple authors'
        end

        @authors = Array(values).map { |text| DocGen.strip_whitespace(text) }
      end
      alias author= authors=

      attr_accessor :copyright_owner, :copyright_years

      def copyright(owner = nil, years = nil)
        raise ArgumentError, 'copyright takes the owners names, then the years covered' if owner && years.nil?

        @copyright_owner = Array(owner).join(', ') if owner
        @copyright_years = years_text(years) if years
        return 'Unknown copyright owner and years.' unless @copyright_owner || @copyright_years

        "Copyright #{@copyright_years} by #{@copyright_owner}"
      end

      private

      def years_text(years)
        Array(years.is_a?(Range) ? [years] : years).map { |y| y.is_a?(Range) ? "#{y.first}-#{y.last}" : y.to_s }.join(', ')
      end
    end
  end
end
