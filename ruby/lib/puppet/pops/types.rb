# frozen_string_literal: true

module Puppet
  module Pops
    # Types of the Puppet language. The core has them; these are handles of the classes that modules ask for by name.
    module Types
      # The type of everything.
      class PAnyType < Ficelle::Handle
        def self.const_missing(name)
          return super unless name == :DEFAULT

          Ficelle::Core.type_simple(self.name[/P(\w+?)Type\z/, 1])
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

        def callable_with?(args, block = nil)
          Ficelle::Core.type_callable_with(self, args, block)
        end

        def generalize
          Ficelle::Core.type_generalize(self)
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
          other.is_a?(PAnyType) && Ficelle::Core.type_equal(self, other)
        end
        alias eql? ==

        def hash
          to_s.hash
        end

        def create(*args)
          Ficelle::Core.call_function('new', [self, *args])
        end
      end

      # Classes below, by name: what they inherit, and the parts that they tell.
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

      # One field of a Struct.
      PStructElement = Struct.new(:key_type, :value_type, :name)

      # Two whose instances have classes of their own (ficelle/values.rb).
      class PSensitiveType < PAnyType
        def type
          part('type')
        end
      end

      class PBinaryType < PAnyType
      end

      # Of objects; those that are given values of type parameters are called by the last part of their name.
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
  # "type String" and its like.
  Values::HANDLES.default_proc = lambda do |_, name|
    next Puppet::LookupContext if name == 'object Puppet::LookupContext'

    kind = name[/\Atype (\w+)\z/, 1]
    kind && Puppet::Pops::Types.const_get("P#{kind}Type")
  end
end
