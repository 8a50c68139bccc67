# frozen_string_literal: true

module Puppet
  module Pops
    module Types
      # Makes types.
      module TypeFactory
        TEXTS = { any: 'Any', undef: 'Undef', default: 'Default', scalar: 'Scalar', numeric: 'Numeric',
                  integer: 'Integer', float: 'Float', boolean: 'Boolean', data: 'Data', rich_data: 'RichData',
                  collection: 'Collection', catalog_entry: 'CatalogEntry', binary: 'Binary',
                  scalar_data: 'ScalarData', all_callables: 'Callable', array_of_any: 'Array[Any]',
                  array_of_data: 'Array[Data]', hash_of_any: 'Hash[Any, Any]',
                  hash_of_data: 'Hash[String, Data]' }.freeze
        # Methods that take the type's parameters as separate arguments.
        LISTS = { enum: 'Enum', pattern: 'Pattern', variant: 'Variant', callable: 'Callable' }.freeze
        # Methods that take one parameter, which may be omitted.
        WRAPPERS = { string: 'String', regexp: 'Regexp', optional: 'Optional', not_undef: 'NotUndef',
                     sensitive: 'Sensitive', type_type: 'Type', iterable: 'Iterable', iterator: 'Iterator',
                     host_class: 'Class' }.freeze
        RANGES = { range: 'Integer', float_range: 'Float' }.freeze

        class << self
          TEXTS.each { |name, text| define_method(name) { Ficelle::Core.type_parse(text) } }
          LISTS.each { |name, type| define_method(name) { |*given| Ficelle::Core.type_apply(type, given) } }
          WRAPPERS.each do |name, type|
            define_method(name) do |given = nil|
              given.nil? ? Ficelle::Core.type_parse(type) : Ficelle::Core.type_apply(type, [given])
            end
          end
          RANGES.each do |name, type|
            define_method(name) { |from, to| Ficelle::Core.type_apply(type, [from || :default, to || :default]) }
          end

          def array_of(type, size = nil)
            Ficelle::Core.type_apply('Array', [type, *size])
          end

          def hash_of(value, key = 'Scalar', size = nil)
            key = Ficelle::Core.type_parse(key) if key.is_a?(String)
            Ficelle::Core.type_apply('Hash', [key, value, *size])
          end

          def hash_kv(key, value, size = nil)
            Ficelle::Core.type_apply('Hash', [key, value, *size])
          end

          def tuple(types, size = nil)
            Ficelle::Core.type_apply('Tuple', [*types, *size])
          end

          def struct(fields)
            Ficelle::Core.type_apply('Struct', [fields])
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
            Ficelle::Core.type_infer(object).generalize
          end
        end
      end
    end
  end
end
