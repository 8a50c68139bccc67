# frozen_string_literal: true

module Puppet
  module Pops
    # Types of the Puppet language: handles of the core's types, with the class names that modules use.
    module Types
      # The type of all values.
      class PAnyType < Ficelle::Handle
        # Types that Puppet's classes name, apart from DEFAULT.
        NAMED = {
          'String::NON_EMPTY' => ['String', 1],
          'Boolean::TRUE' => ['Boolean', true], 'Boolean::FALSE' => ['Boolean', false],
          'Collection::DEFAULT_SIZE' => ['Integer', 0], 'Collection::NOT_EMPTY_SIZE' => ['Integer', 1],
          'Collection::ZERO_SIZE' => ['Integer', 0, 0]
        }.freeze
        private_constant :NAMED

        def self.const_missing(name)
          kind = self.name[/P(\w+?)Type\z/, 1]
          return Ficelle::Core.type_simple(kind) if name == :DEFAULT

          type, *parts = NAMED["#{kind}::#{name}"]
          type ? Ficelle::Core.type_apply(type, parts) : super
        end

        def to_s
          Ficelle::Core.type_text(self)
        end
        alias inspect to_s

        def name
          simple_name
        end

        def simple_name
          self.class.name[/P(\w+?)Type\z/, 1]
        end

        def instance?(value, _guard = nil)
          Ficelle::Core.type_instance(self, value)
        end

        def assignable?(type, _guard = nil)
          Ficelle::Core.type_assignable(self, type)
        end

        # 1: yes, 0: no; Puppet returns -1 for unresolved types.
        def really_instance?(value, _guard = nil)
          instance?(value) ? 1 : 0
        end

        # Whether it accepts the arguments of another Callable, or those of a Tuple.
        def callable?(_args_type, _guard = nil)
          false
        end

        def kind_of_callable?(_optional = true, _guard = nil)
          false
        end

        # Whether its instances are iterable.
        def iterable?(_guard = nil)
          ITERABLE.include?(simple_name)
        end

        def roundtrip_with_string?
          false
        end

        # Types are already resolved when Ruby code gets them.
        def resolve(_loader)
          self
        end

        def to_alias_expanded_s
          Ficelle::Core.type_text_expanded(self)
        end

        def callable_with?(args, block = nil)
          Ficelle::Core.type_callable_with(self, args, block)
        end

        def generalize
          Ficelle::Core.type_generalize(self)
        end

        def normalize(_guard = nil)
          Ficelle::Core.type_normalize(self)
        end

        # A part of a type: element_type, key_type, values, pattern …
        def part(name)
          Ficelle::Core.type_part(self, name.to_s)
        end
        private :part

        def resolved_type
          Ficelle::Core.type_resolved(self)
        end

        def ==(other)
          other.class == self.class && Ficelle::Core.type_equal(self, other)
        end
        alias eql? ==

        def hash
          to_s.hash
        end

        def create(*args)
          Ficelle::Core.call_function('new', [self, *args])
        end
      end

      ITERABLE = %w[Array Binary Collection Enum Hash Integer Iterable Iterator String Struct Tuple].freeze
      private_constant :ITERABLE

      # The derived classes, by name: their superclass, and their parts.
      KINDS = {
        'Undef' => 'Any', 'Default' => 'Any', 'Unit' => 'Any', 'NotUndef' => 'Any', 'Scalar' => 'Any',
        'ScalarData' => 'Scalar', 'Numeric' => 'ScalarData', 'Integer' => 'Numeric', 'Float' => 'Numeric',
        'Boolean' => 'ScalarData', 'String' => 'ScalarData', 'Enum' => 'ScalarData', 'Pattern' => 'ScalarData',
        'Regexp' => 'Scalar', 'Collection' => 'Any', 'Array' => 'Collection', 'Hash' => 'Collection', 'Tuple' => 'Any',
        'Struct' => 'Any', 'Variant' => 'Any', 'Optional' => 'Any', 'Type' => 'Any', 'Callable' => 'Any',
        'Iterable' => 'Any', 'Iterator' => 'Any', 'CatalogEntry' => 'Any', 'Class' => 'CatalogEntry',
        'Resource' => 'CatalogEntry', 'SemVer' => 'Scalar', 'SemVerRange' => 'Any', 'Timestamp' => 'Scalar',
        'Timespan' => 'Scalar', 'URI' => 'Any', 'Runtime' => 'Any', 'Init' => 'Any', 'Object' => 'Any',
        'TypeSet' => 'Any', 'TypeAlias' => 'Any', 'TypeReference' => 'Any'
      }.freeze
      PARTS = {
        'Integer' => %w[from to], 'Float' => %w[from to], 'String' => %w[size_type value], 'Enum' => %w[values],
        'Pattern' => %w[patterns], 'Regexp' => %w[pattern], 'Array' => %w[element_type size_type],
        'Hash' => %w[key_type value_type size_type], 'Tuple' => %w[types size_type], 'Struct' => %w[elements],
        'Variant' => %w[types], 'Optional' => %w[type], 'NotUndef' => %w[type], 'Type' => %w[type],
        'Iterable' => %w[element_type], 'Iterator' => %w[element_type], 'Class' => %w[class_name],
        'Resource' => %w[type_name title], 'Runtime' => %w[runtime name_or_pattern], 'TypeAlias' => %w[name],
        'Callable' => %w[param_types block_type return_type], 'Collection' => %w[size_type], 'Boolean' => %w[value]
      }.freeze

      KINDS.each do |name, parent|
        made = Class.new(const_get("P#{parent}Type"))
        const_set("P#{name}Type", made)
        (PARTS[name] || []).each { |part| made.define_method(part) { part(part) } }
      end

      # One field of a Struct; the type of its key is a literal String, in an Optional if it may be omitted.
      PStructElement = Struct.new(:key_type, :value_type, :name)

      # Types of an Array, a Hash or a text with limits of its length.
      module Sized
        def size_range
          size = size_type
          [size&.from || 0, size ? size.numeric_to : ::Float::INFINITY]
        end

        def has_empty_range?
          size_range == [0, 0]
        end
      end

      class PScalarType
        def roundtrip_with_string?
          true
        end
      end

      # A range of numbers; nil means unbounded.
      class PNumericType
        def from
        end
        alias to from

        def numeric_from
          from || -::Float::INFINITY
        end

        def numeric_to
          to || ::Float::INFINITY
        end

        def unbounded?
          from.nil? && to.nil?
        end

        def intersect?(other)
          other.class == self.class && numeric_to >= other.numeric_from && other.numeric_to >= numeric_from
        end
      end

      # Iterable types: an Integer over its range, an Enum over its words.
      module EachElement
        def each(&block)
          found = Iterable.on(self)
          block ? found.each(&block) : found
        end
      end

      class PIntegerType
        include EachElement

        def finite_range?
          !from.nil? && !to.nil?
        end

        def size
          finite_range? ? 1 + (to - from).abs : ::Float::INFINITY
        end

        def range
          [numeric_from, numeric_to]
        end

        def to_size
          from && from >= 0 ? self : TypeFactory.range(0, to && [to, 0].max)
        end
      end

      class PEnumType
        include EachElement

        def case_insensitive?
          part('case_insensitive')
        end
      end

      class PCollectionType
        include Sized
      end

      class PHashType
        def element_type
          value_type
        end

        def is_the_empty_hash?
          size_range == [0, 0]
        end
      end

      class PTupleType
        def each(&block)
          types.each(&block)
        end

        def size_range
          return size_type.range if size_type

          types.empty? ? [0, ::Float::INFINITY] : [types.size, types.size]
        end
      end

      class PStructType
        def elements
          @elements ||= part('elements').map do |name, optional, value|
            key = Ficelle::Core.type_infer(name)
            PStructElement.new(optional ? Ficelle::Core.type_apply('Optional', [key]) : key, value, name)
          end
        end

        def hashed_elements
          elements.to_h { |element| [element.name, element] }
        end

        def each(&block)
          elements.each(&block)
        end
      end

      class PVariantType
        def each(&block)
          types.each(&block)
        end

        def iterable?(_guard = nil)
          types.all?(&:iterable?)
        end
      end

      class PTypeType
        def iterable?(_guard = nil)
          type.is_a?(PEnumType) || (type.is_a?(PIntegerType) && type.finite_range?)
        end
      end

      class PStringType
        def values
          value ? [value] : []
        end
      end

      class POptionalType
        def optional_type
          type
        end
      end

      class PRegexpType
        def regexp
          Regexp.new(pattern.to_s)
        end
      end

      class PPatternType
        def patterns
          part('patterns').map { |pattern| Ficelle::Core.type_apply('Regexp', [pattern]) }
        end
      end

      class PResourceType
        def downcased_name
          type_name&.downcase
        end
      end

      class PCallableType
        def callable?(callable, _guard = nil)
          assignable?(callable)
        end

        def kind_of_callable?(_optional = true, _guard = nil)
          true
        end

        def block_range
          case block_type
          when nil then [0, 0]
          when POptionalType then [0, 1]
          else [1, 1]
          end
        end
      end

      # An alias behaves like the type that it names.
      class PTypeAliasType
        # With its definition: "E = Enum['a']".
        def to_s
          to_alias_expanded_s
        end

        def iterable?(_guard = nil)
          resolved_type.iterable?
        end

        def really_instance?(value, _guard = nil)
          resolved_type.really_instance?(value)
        end

        def method_missing(name, *args, &block)
          resolved_type.respond_to?(name) ? resolved_type.public_send(name, *args, &block) : super
        end

        def respond_to_missing?(name, all = false)
          resolved_type.respond_to?(name, all) || super
        end
      end

      # Types whose instances have their own classes (ficelle/values.rb).
      class PSensitiveType < PAnyType
        def type
          part('type')
        end
      end

      class PBinaryType < PAnyType
      end

      # Types of objects; those with type parameters are named by the last part of their name.
      class PObjectType
        def name
          part('name')
        end

        def simple_name
          name.nil? ? 'Object' : name.split('::').last
        end
      end

      autoload :TypeFactory, 'puppet/pops/type_factory'
      autoload :TypeCalculator, 'puppet/pops/type_api'
      autoload :TypeParser, 'puppet/pops/type_api'
      autoload :TypeFormatter, 'puppet/pops/type_api'
      autoload :TypeAsserter, 'puppet/pops/type_api'
      autoload :TypeAssertionError, 'puppet/pops/type_api'
      autoload :TypeMismatchDescriber, 'puppet/pops/type_api'
      autoload :Iterable, 'puppet/pops/iterable'
      autoload :StringConverter, 'puppet/pops/type_api'
      Iterator = Ficelle::Iterator
    end
  end
end

module Ficelle
  # Resolves "type String" and the like.
  Values::HANDLES.default_proc = lambda do |_, name|
    next Puppet::LookupContext if name == 'object Puppet::LookupContext'

    kind = name[/\Atype (\w+)\z/, 1]
    kind && Puppet::Pops::Types.const_get("P#{kind}Type")
  end
end
