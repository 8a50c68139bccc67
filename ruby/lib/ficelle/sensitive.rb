# frozen_string_literal: true

module Puppet
  module Pops
    module Types
      class PSensitiveType < PAnyType
        # A value that must not be printed.
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

      class PBinaryType < PAnyType
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
