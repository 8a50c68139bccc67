# frozen_string_literal: true

# An accepted value of an attribute: a word, or everything that a regular expression matches.
class Puppet::Parameter
  class Value
    attr_reader :name, :options, :event
    attr_accessor :block, :method, :required_features, :invalidate_refreshes

    def initialize(name)
      @name = regexp?(name) ? name : convert(name)
      @aliases = []
    end

    def alias(name)
      @aliases << convert(name)
    end

    def aliases
      @aliases.dup
    end

    def event=(name)
      @event = convert(name)
    end

    def match?(value)
      return name.match?(value.to_s) if regex?
      word = convert(value)
      name == word || @aliases.include?(word)
    end

    def regex?
      regexp?(@name)
    end

    private

    def regexp?(value)
      value.is_a?(Regexp)
    end

    def convert(value)
      value == '' ? value : value.to_s.intern
    end
  end
end
