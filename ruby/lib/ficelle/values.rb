# frozen_string_literal: true

module Ficelle
  # An object that becomes one of Puppet's values in the core: to_ficelle returns [kind, the value it is made from],
  # where kind is a key of Values::MAKERS, or [nil, another value to send in its place]. It must not call the core.
  module Crossing
  end

  # Makes rich values: all except plain data.
  module Values
    MAKERS = {}
    HANDLES = {}

    def self.make(name, from)
      MAKERS[name].call(from)
    end

    # The class of a handle by the core's name for it: "type String", "closure", "object Deferred",
    # "Puppet::Parser::Scope".
    def self.class_for(name)
      HANDLES[name] || HANDLES[name[/\A\w+/]] || Object.const_get(name)
    end

    # An integer beyond 64 bits: its decimal text, and the text for messages.
    def self.beyond(number)
      [number.to_s, format('0x%x', number)]
    end

    # The text of an object in the core.
    def self.text(object)
      object.to_s.encode(Encoding::UTF_8)
    end
  end

  def self.text_of(object)
    Values.text(object)
  end

  # Compares Ruby objects for the Puppet language, also as keys of hashes.
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

# Rarely used kinds are loaded when such a value is transferred, or when code uses their constant.
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
