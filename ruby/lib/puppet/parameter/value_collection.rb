# frozen_string_literal: true

require 'puppet/parameter/value'

# The values that an attribute accepts. An empty collection accepts all values.
class Puppet::Parameter
  class ValueCollection
    def initialize
      @values = {}
      @strings = []
      @regexes = []
    end

    def empty?
      @values.empty?
    end

    def each_value(&block)
      @values.each_value(&block)
    end

    def newvalue(name, options = {}, &block)
      value = Value.new(name)
      @values[value.name] = value
      (value.regex? ? @regexes : @strings) << value
      options.each { |option, given| value.public_send("#{option}=", given) unless option == :call }
      if block
        value.block = block
        value.method ||= "set_#{value.name}" unless value.regex?
      end
      value
    end

    def newvalues(*names)
      names.each { |name| newvalue(name) }
    end

    def aliasvalue(name, other)
      value = match?(other.to_sym)
      raise Puppet::DevError, "Cannot alias nonexistent value #{other.to_sym}" unless value
      value.alias(name)
    end

    def match?(given)
      (@strings + @regexes).find { |v| v.match?(given) }
    end

    def munge(given)
      found = match?(given)
      found.nil? || found.regex? ? given : found.name
    end

    def validate(given)
      return if empty? || match?(given)
      text = "Invalid value #{given.inspect}."
      text += " Valid values are #{values.join(', ')}." unless values.empty?
      text += " Valid values match #{regexes.join(', ')}." unless regexes.empty?
      raise ArgumentError, text
    end

    def value(name)
      @values[name]
    end

    def values
      @strings.map(&:name)
    end

    def regexes
      @regexes.map { |v| v.name.inspect }
    end

    def doc
      text = +''
      text << "Valid values are #{@strings.map { |v| word_doc(v) }.join(', ')}. " unless @strings.empty?
      text << "Values can match `#{regexes.join('`, `')}`." unless @regexes.empty?
      text
    end

    private

    def word_doc(value)
      also = value.aliases
      also.empty? ? "`#{value.name}`" : "`#{value.name}` (also called `#{also.join(', ')}`)"
    end
  end
end
