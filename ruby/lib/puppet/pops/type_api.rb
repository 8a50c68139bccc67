# frozen_string_literal: true

module Puppet
  module Pops
    module Types
      # Makes types.
      module TypeFactory
        SIMPLE = { any: 'Any', undef: 'Undef', default: 'Default', scalar: 'Scalar', numeric: 'Numeric',
                   boolean: 'Boolean', data: 'Data', rich_data: 'RichData', collection: 'Collection', unit: 'Unit',
                   catalog_entry: 'CatalogEntry', binary: 'Binary', scalar_data: 'ScalarData' }.freeze

        class << self
          SIMPLE.each { |name, type| define_method(name) { Ficelle::Core.type_parse(type) } }

          def integer
            Ficelle::Core.type_parse('Integer')
          end

          def float
            Ficelle::Core.type_parse('Float')
          end

          def range(from, to)
            Ficelle::Core.type_apply('Integer', [from || :default, to || :default])
          end

          def float_range(from, to)
            Ficelle::Core.type_apply('Float', [from || :default, to || :default])
          end

          def string(size_type = nil)
            size_type.nil? ? Ficelle::Core.type_parse('String') : Ficelle::Core.type_apply('String', [size_type])
          end

          def enum(*values)
            Ficelle::Core.type_apply('Enum', values)
          end

          def pattern(*patterns)
            Ficelle::Core.type_apply('Pattern', patterns)
          end

          def regexp(pattern = nil)
            pattern.nil? ? Ficelle::Core.type_parse('Regexp') : Ficelle::Core.type_apply('Regexp', [pattern])
          end

          def variant(*types)
            Ficelle::Core.type_apply('Variant', types)
          end

          def optional(type = nil)
            wrap('Optional', type)
          end

          def not_undef(type = nil)
            wrap('NotUndef', type)
          end

          def sensitive(type = nil)
            wrap('Sensitive', type)
          end

          def type_type(type = nil)
            wrap('Type', type)
          end

          def iterable(type = nil)
            wrap('Iterable', type)
          end

          def iterator(type = nil)
            wrap('Iterator', type)
          end

          def array_of(type, size = nil)
            Ficelle::Core.type_apply('Array', [type, *size])
          end

          def array_of_any
            Ficelle::Core.type_parse('Array[Any]')
          end

          def array_of_data
            Ficelle::Core.type_parse('Array[Data]')
          end

          def hash_of(value, key = 'Scalar', size = nil)
            key = Ficelle::Core.type_parse(key) if key.is_a?(String)
            Ficelle::Core.type_apply('Hash', [key, value, *size])
          end

          def hash_kv(key, value, size = nil)
            Ficelle::Core.type_apply('Hash', [key, value, *size])
          end

          def hash_of_any
            Ficelle::Core.type_parse('Hash[Any, Any]')
          end

          def hash_of_data
            Ficelle::Core.type_parse('Hash[String, Data]')
          end

          def tuple(types, size = nil)
            Ficelle::Core.type_apply('Tuple', [*types, *size])
          end

          def struct(fields)
            Ficelle::Core.type_apply('Struct', [fields])
          end

          def callable(*params)
            Ficelle::Core.type_apply('Callable', params)
          end

          def all_callables
            Ficelle::Core.type_parse('Callable')
          end

          def host_class(name = nil)
            name.nil? ? Ficelle::Core.type_parse('Class') : Ficelle::Core.type_apply('Class', [name])
          end

          def resource(type = nil, title = nil)
            type = type.to_s if type.is_a?(PAnyType)
            Ficelle::Core.type_apply('Resource', [type, title].compact)
          end

          def runtime(name, class_name)
            Ficelle::Core.type_apply('Runtime', [name.to_s, class_name.to_s])
          end
          alias ruby_type runtime

          def type_of(object)
            Ficelle::Core.type_infer(object)
          end

          private

          def wrap(name, type)
            type.nil? ? Ficelle::Core.type_parse(name) : Ficelle::Core.type_apply(name, [type])
          end
        end
      end

      # Asks about types.
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

      # Reads types.
      class TypeParser
        def self.singleton
          @singleton ||= new
        end

        def parse(text, _context = nil)
          Ficelle::Core.type_parse(text)
        end
      end

      # Writes types.
      class TypeFormatter
        def self.singleton
          @singleton ||= new
        end

        def self.string(type)
          type.to_s
        end

        def string(type)
          type.is_a?(PAnyType) ? type.to_s : Ficelle::Core.value_inspect(type)
        end

        def alias_expanded_string(type)
          Ficelle::Core.type_text_expanded(type)
        end
      end

      # A value is of the wrong type.
      class TypeAssertionError < RuntimeError
        attr_reader :expected_type, :actual_type

        def initialize(message, expected_type, actual_type)
          super(message)
          @expected_type = expected_type
          @actual_type = actual_type
        end
      end

      # Fails for values of the wrong type.
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

      # Tells why a type does not fit.
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

      # What can be gone through.
      module Iterable
        def self.asserted_iterable(caller, value, _infer_elements = false)
          found = on(value)
          raise ArgumentError, "#{caller.class}(): wrong argument type (#{value.class}; is not Iterable." if found.nil?

          found
        end

        def self.on(value, *_)
          case value
          when ::Hash then IterableValue.new(value.to_a, true)
          when ::Array then IterableValue.new(value, false)
          when Ficelle::Iterator then IterableValue.new(value.to_a, value.hash_style?)
          when ::String then IterableValue.new(value.chars, false)
          when ::Integer then value.negative? ? nil : IterableValue.new(Array.new(value) { |i| i }, false)
          when PAnyType
            elements = Ficelle::Core.iterable_elements(value)
            elements && IterableValue.new(elements, false)
          end
        end
      end

      # Something that is gone through; pairs are those of a hash when it is of its style.
      class IterableValue
        include Enumerable

        def initialize(elements, hash_style)
          @elements = elements
          @hash_style = hash_style
          @at = 0
        end

        def hash_style?
          @hash_style
        end

        def unbounded?
          false
        end

        def each(&block)
          return to_enum unless block

          @elements.each(&block)
          self
        end

        def next
          raise StopIteration, 'iteration reached an end' if @at >= @elements.size

          @elements[(@at += 1) - 1]
        end

        def size
          @elements.size
        end

        def reverse_each(&block)
          made = IterableValue.new(@elements.reverse, @hash_style)
          block ? made.each(&block) : made
        end

        def step(step, &block)
          raise ArgumentError unless step.positive?

          made = IterableValue.new(@elements.each_slice(step).map(&:first), @hash_style)
          block ? made.each(&block) : made
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
