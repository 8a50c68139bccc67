# frozen_string_literal: true

module Puppet
  module Pops
    # Converts rich values to data and back.
    module Serialization
      # The values that rich data describes.
      class FromDataConverter
        def self.convert(value, options = {})
          new(options).convert(value)
        end

        def initialize(options = {})
          @unresolved = options[:allow_unresolved] ? true : false
        end

        def convert(value)
          Ficelle::Core.value_from_data(value, @unresolved)
        end
      end

      # Values that JSON does not have become a hash with __ptype, or their text. The second occurrence of an object
      # becomes its path.
      class ToDataConverter
        def self.convert(value, options = {})
          new(options).convert(value)
        end

        def initialize(options = {})
          @rich = options[:rich_data] ? true : false
          @references = options.fetch(:local_reference, true)
          @symbol_as_string = options[:symbol_as_string]
        end

        def convert(value)
          @places = {}.compare_by_identity
          @open = {}.compare_by_identity
          data(value, '$')
        end

        private

        # `path` is nil below a key that a path cannot contain.
        def data(value, path)
          case value
          when nil, true, false, Integer, Float then value
          when String then text(value)
          when Symbol then symbol(value)
          else
            return plain(value) unless place?(value)

            @references ? reference(value, path) : once(value) { parts(value, path) }
          end
        end

        # Times, versions and the like become texts, which are not shared by path.
        def place?(value)
          value.instance_of?(Array) || value.instance_of?(Hash) || value.is_a?(Ficelle::Handle) ||
            value.is_a?(Types::PSensitiveType::Sensitive)
        end

        def reference(value, path)
          before = @places[value]
          return before if before.is_a?(Hash)
          return @places[value] = rich('LocalRef', before) if before
          return once(value) { parts(value, path) } if @places.key?(value)

          @places[value] = path
          parts(value, path)
        end

        def once(value)
          raise Puppet::Error, "Endless recursion detected when attempting to serialize value of class #{value.class}" if @open[value]

          @open[value] = true
          made = yield
          @open.delete(value)
          made
        end

        def parts(value, path)
          case value
          when Array then value.each_with_index.map { |element, i| data(element, path && "#{path}[#{i}]") }
          when Hash then hash(value, path)
          when Types::PSensitiveType::Sensitive then rich('Sensitive', data(value.unwrap, path))
          when Types::PResourceType then @rich ? resource(value, 'type_name', 'title') : plain(value)
          when Types::PClassType then @rich ? resource(value, 'class_name') : plain(value)
          else plain(value)
          end
        end

        def hash(value, path)
          return pairs(value, path) if @rich && !value.each_key.all? { |key| key.is_a?(String) && key != '__ptype' }

          value.each_with_object({}) do |(key, inner), made|
            made[key.is_a?(String) ? key : key_text(key)] = data(inner, below(path, key))
          end
        end

        def pairs(value, path)
          rich('Hash', value.flat_map { |key, inner| [data(key, path), data(inner, below(path, key))] })
        end

        def resource(type, *names)
          made = { '__ptype' => "Pcore::#{type.class.name[/P(\w+)\z/, 1]}" }
          names.each do |name|
            told = type.public_send(name)
            made[name] = told unless told.nil?
          end
          made
        end

        def below(path, key)
          case key
          when nil then path && "#{path}[null]"
          when String, Integer, Float, true, false then path && "#{path}[#{Ficelle::Core.value_inspect(key)}]"
          end
        end

        def rich(name, value)
          { '__ptype' => name, '__pvalue' => value }
        end

        def text(value)
          @rich && value.encoding == Encoding::BINARY ? rich('Binary', [value].pack('m0')) : value
        end

        def symbol(value)
          return value.to_s if @symbol_as_string && value != :default

          @rich && value != :default && value != :undef ? rich('Symbol', value.to_s) : plain(value)
        end

        def key_text(key)
          Ficelle::Core.value_as_data({ key => nil }, false).keys.first
        end

        def plain(value)
          Ficelle::Core.value_as_data(value, @rich)
        end
      end
    end
  end
end
