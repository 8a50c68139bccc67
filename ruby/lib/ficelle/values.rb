# frozen_string_literal: true

module Ficelle
  # An object that becomes one of Puppet's values: to_ficelle gives its name (Values::MAKERS) and what it is made of, or nil
  # and the value itself. It must not ask the core.
  module Crossing
  end

  # Makes what is more than data.
  module Values
    MAKERS = {}
    HANDLES = {}

    def self.make(name, from)
      MAKERS[name].call(from)
    end

    # The class of a handle, by what the core calls it: "type String", "closure", "object Deferred", "Puppet::Parser::Scope".
    def self.class_for(name)
      HANDLES[name] || HANDLES[name[/\A\w+/]] || Object.const_get(name)
    end

    # A whole number that the core cannot hold: as it is shown, and as messages show it.
    def self.beyond(number)
      [number.to_s, format('0x%x', number)]
    end

    # The text of an object that the core holds.
    def self.text(object)
      object.to_s.encode(Encoding::UTF_8)
    end
  end

  def self.text_of(object)
    Values.text(object)
  end

  # Objects of Ruby that are keys of hashes, or compared, in the language.
  def self.object_same(left, right)
    left == right
  end

  def self.object_hash(object)
    code = object.hash
    code.is_a?(Integer) ? code & 0x3fffffffffffffff : 0
  end

  Values::MAKERS['Integer'] = ->(decimal) { Integer(decimal, 10) }
  Values::MAKERS['Symbol'] = ->(text) { text.to_sym }
  Values::MAKERS['Regexp'] = ->(source) { Regexp.new(source) }
end

# What is seldom needed is loaded when a value of its kind crosses, or when its constant is named.
module Ficelle
  Values::MAKERS.default_proc = lambda do |makers, name|
    case name
    when 'Timestamp', 'Timespan' then require 'ficelle/times'
    when 'SemVer', 'SemVerRange' then require 'semantic_puppet'
    when 'URI' then require 'ficelle/uri'
    when 'Resource' then require 'puppet/resource'
    else raise "a value of an unknown kind: #{name}"
    end
    makers[name]
  end
end

module Puppet
  module Pops
    autoload :Time, 'ficelle/times'
  end
end
autoload :SemanticPuppet, 'semantic_puppet'
