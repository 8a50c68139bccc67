# frozen_string_literal: true

# Documentation of types, their attributes and providers.
module Puppet::Util
  module Docs
    attr_writer :doc
    attr_reader :nodoc

    def desc(text)
      @doc = text
    end

    # The result of a hook is appended to the text as an item of a list.
    def dochook(name, &block)
      define_singleton_method("dochook_#{name}", &block)
    end

    def doc
      items = methods.map(&:to_s).grep(/\Adochook_./).sort.map { |hook| send(hook) }
      extra = items.compact.map { |item| "* #{item}" }.join("\n")
      return extra unless @doc
      scrub(@doc) + (extra.empty? ? '' : "\n\n#{extra}")
    end

    def nodoc?
      nodoc
    end

    def markdown_definitionlist(term, definition)
      first, *rest = scrub(definition).split("\n")
      rest.map! { |line| line.match?(/\S/) ? "  #{line}\n" : "#{line}\n" }
      "#{term}\n: #{first}\n#{rest.join}\n"
    end

    # Removes the common indentation of all lines after the first.
    def scrub(text)
      return text.strip unless text.strip.include?("\n")
      indent = text.partition("\n").last.scan(/^[ \t]*(?=\S)/).min.to_s
      text = text.gsub(/^#{indent}/, '') unless indent.empty?
      text.lines.map(&:rstrip).join("\n").rstrip
    end
    module_function :scrub
  end
end
