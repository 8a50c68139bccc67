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
      HANDLES[name] || HANDLES.fetch(name[/\A\w+/]) { Object.const_get(name) }
    end

    # The text of an object that the core holds.
    def self.text(object)
      object.to_s.encode(Encoding::UTF_8)
    end
  end

  def self.text_of(object)
    Values.text(object)
  end

  Values::MAKERS['Regexp'] = ->(source) { Regexp.new(source) }
end

module Puppet
  module Pops
    module Types
      class PSensitiveType
        # A value that is not shown.
        class Sensitive
          include Ficelle::Crossing
          attr_reader :value

          def initialize(value)
            @value = value
          end

          def unwrap
            @value
          end

          def to_s
            'Sensitive [value redacted]'
          end

          def inspect
            "#<#{self}>"
          end

          def hash
            @value.hash
          end

          def ==(other)
            other.is_a?(Sensitive) && other.hash == hash
          end
          alias eql? ==

          def to_ficelle
            ['Sensitive', @value]
          end
        end
      end

      class PBinaryType
        # Bytes.
        class Binary
          include Ficelle::Crossing
          attr_reader :binary_buffer

          def initialize(bytes)
            @binary_buffer = bytes.dup.force_encoding(Encoding::BINARY).freeze
          end

          def self.from_base64(text)
            new(text.unpack1('m'))
          end

          def self.from_base64_strict(text)
            new(text.unpack1('m0'))
          end

          def self.from_binary_string(bytes)
            new(bytes)
          end

          def self.from_string(text)
            new(text.encode(Encoding::UTF_8))
          end

          def to_s
            [@binary_buffer].pack('m0')
          end

          def relaxed_to_s
            [@binary_buffer].pack('m')
          end

          def length
            @binary_buffer.length
          end

          def hash
            @binary_buffer.hash
          end

          def eql?(other)
            other.is_a?(Binary) && other.binary_buffer == @binary_buffer
          end
          alias == eql?

          def to_ficelle
            ['Binary', @binary_buffer]
          end
        end
      end
    end
  end
end

Ficelle::Values::MAKERS['Sensitive'] = Puppet::Pops::Types::PSensitiveType::Sensitive.method(:new)
Ficelle::Values::MAKERS['Binary'] = Puppet::Pops::Types::PBinaryType::Binary.method(:new)

# What is seldom needed is loaded when a value of its kind crosses, or when its constant is named.
module Ficelle
  Values::MAKERS.default_proc = lambda do |makers, name|
    case name
    when 'Timestamp', 'Timespan' then require 'ficelle/times'
    when 'SemVer', 'SemVerRange' then require 'semantic_puppet'
    when 'URI' then require 'ficelle/uri'
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
