# frozen_string_literal: true

module Puppet
  module Pops
    module Types
      # Queries about types.
      class TypeCalculator
        class << self
          def singleton
            @singleton ||= new
          end

          def instance?(type, value)
            singleton.instance?(type, value)
          end

          def assignable?(type, other)
            singleton.assignable?(type, other)
          end

          def infer(value)
            singleton.infer(value)
          end

          def infer_set(value)
            singleton.infer_set(value)
          end

          def generalize(type)
            type.generalize
          end

          def string(type)
            type.to_s
          end
        end

        def instance?(type, value)
          Ficelle::Core.type_instance(type, value)
        end

        def assignable?(type, other)
          Ficelle::Core.type_assignable(type, other)
        end

        def infer(value)
          Ficelle::Core.type_infer(value)
        end
        alias type infer

        def infer_set(value)
          Ficelle::Core.type_infer_set(value)
        end

        def infer_generic(value)
          infer(value).generalize
        end

        def generalize(type)
          type.generalize
        end

        def string(type)
          type.to_s
        end

        def equals(left, right)
          left == right
        end
      end

      # Parses types.
      class TypeParser
        def self.singleton
          @singleton ||= new
        end

        def parse(text, _context = nil)
          Ficelle::Core.type_parse(text)
        end
      end

      # Prints types.
      class TypeFormatter
        def self.singleton
          @singleton ||= new
        end

        def self.string(type)
          singleton.string(type)
        end

        def string(type)
          type.is_a?(PAnyType) ? Ficelle::Core.type_text(type) : Ficelle::Core.value_inspect(type)
        end

        def alias_expanded_string(type)
          Ficelle::Core.type_text_expanded(type)
        end
      end

      # A value has the wrong type.
      class TypeAssertionError < RuntimeError
        attr_reader :expected_type, :actual_type

        def initialize(message, expected_type, actual_type)
          super(message)
          @expected_type = expected_type
          @actual_type = actual_type
        end
      end

      # Raises an error for values of the wrong type.
      module TypeAsserter
        def self.assert_instance_of(subject, expected, value, nil_ok = false, &block)
          return value if (nil_ok && value.nil?) || Ficelle::Core.type_instance(expected, value)

          report(subject, expected, Ficelle::Core.type_infer_set(value), &block)
        end

        def self.assert_assignable(subject, expected, type, type_mismatch = nil, &block)
          return if Ficelle::Core.type_assignable(expected, type)

          report(subject, expected, type, type_mismatch, &block)
        end

        def self.report(subject, expected, actual, _mismatch = nil)
          subject = yield(subject) if block_given?
          subject = subject[0] % subject[1..] if subject.is_a?(Array)
          raise TypeAssertionError.new(
            Ficelle::Core.type_describe("#{subject} has wrong type,", expected, actual), expected, actual
          )
        end
        private_class_method :report
      end

      # Explains why a type does not match.
      class TypeMismatchDescriber
        def self.singleton
          @singleton ||= new
        end

        def describe_mismatch(name, expected, actual)
          Ficelle::Core.type_describe(name.to_s, expected, actual)
        end

        def assignability?(expected, actual)
          Ficelle::Core.type_assignable(expected, actual)
        end
      end

      # Values as text.
      class StringConverter
        def self.singleton
          @singleton ||= new
        end

        def self.convert(value, format = :default)
          singleton.convert(value, format)
        end

        def convert(value, format = :default)
          args = format == :default ? [value] : [value, format]
          Ficelle::Core.call_function('new', [Ficelle::Core.type_parse('String'), *args])
        end
      end
    end
  end
end
