# frozen_string_literal: true

require 'puppet/resource_api/data_type_handling'

module Puppet
  module ResourceApi
    # The hash that describes a type or a transport, after validation.
    class BaseTypeDefinition
      attr_reader :definition, :attributes

      # key: the member that contains the attributes.
      def initialize(definition, key)
        unless definition.is_a?(Hash)
          raise Puppet::DevError, "#{self.class.name} must be a Hash, not `#{definition.class}`"
        end
        @definition = definition
        @attributes = definition[key]
        validate_schema(definition, key)
      end

      def name
        definition[:name]
      end

      def namevars
        @namevars ||= attributes.select { |_, options| options[:behaviour] == :namevar }.keys
      end

      # The attributes that the Resource API compares itself (properties).
      def insyncable_attributes
        @insyncable_attributes ||= attributes.reject { |_, options| options.key?(:behaviour) }.keys
      end

      def validate_schema(definition, key)
        raise Puppet::DevError, "#{self.class.name} must have a name" unless definition.key?(:name)
        raise Puppet::DevError, "#{self.class.name} must have `#{key}`" unless definition.key?(key)
        unless attributes.is_a?(Hash)
          raise Puppet::DevError, "`#{name}.#{key}` must be a hash, not `#{attributes.class}`"
        end
        settle_description(definition)
        attributes.each { |attribute, options| validate_attribute(attribute, options) }
      end

      # Checks a resource, given as a hash, against the data types.
      def check_schema(resource, prefix = nil)
        missing = namevars.find { |namevar| resource[namevar].nil? }
        if missing
          raise Puppet::ResourceError, "`#{name}.get` did not return a value for the `#{missing}` namevar attribute"
        end
        faults = [[' Unknown attribute:', check_schema_keys(resource).map(&:to_s)],
                  [' Value type mismatch:', check_schema_values(resource).map { |k, fault| "#{k}: #{fault}" }]]
        faults.reject! { |_, list| list.empty? }
        return if faults.empty?
        prefix ||= 'Provider returned data that does not match the Type Schema'
        text = faults.map { |heading, list| "\n#{heading}\n#{list.map { |line| "    * #{line}\n" }.join}" }
        raise Puppet::DevError, "#{prefix} for `#{name}[#{resource[namevars.first]}]`#{text.join}"
      end

      def check_schema_keys(resource)
        resource.keys.reject { |key| key == :title || attributes.key?(key) }
      end

      # The errors of the values, by attribute.
      def check_schema_values(resource)
        resource.each_with_object({}) do |(key, value), faults|
          options = attributes[key] or next
          type = DataTypeHandling.parse_puppet_type(key, options[:type])
          fault = DataTypeHandling.try_validate(type, value, '')
          next if fault.nil?
          faults[key] = options[:sensitive] == true ? "<< redacted value >> #{fault}" : "#{value} (#{fault})"
        end
      end

      private

      # `docs` is an older name of `desc`.
      def settle_description(definition)
        if definition.key?(:docs)
          if definition[:desc]
            raise Puppet::DevError, "`#{name}` has both `desc` and `docs`, prefer using `desc`"
          end
          definition[:desc] = definition.delete(:docs)
        end
        Puppet.warning("`#{name}` has no documentation, add it using a `desc` key") unless definition.key?(:desc)
      end

      def validate_attribute(attribute, options)
        if attribute == :rsapi_custom_insync_trigger
          raise Puppet::DevError, '`rsapi_custom_insync_trigger` cannot be specified as an attribute; it is ' \
                                  'reserved for propertyless types with the custom_insync feature'
        end
        full = "#{name}.#{attribute}"
        raise Puppet::DevError, "`#{full}` must be a Hash, not a #{options.class}" unless options.is_a?(Hash)
        raise Puppet::DevError, "`#{full}` has no type" unless options.key?(:type)
        Puppet.warning("`#{full}` has no documentation, add it using a `desc` key") unless options.key?(:desc)
        DataTypeHandling.parse_puppet_type(attribute, options[:type])
        settle_behaviour(attribute, options)
      end

      # Both spellings are accepted, but not together.
      def settle_behaviour(attribute, options)
        return unless options[:behavior]
        if options[:behaviour]
          raise Puppet::DevError, "the '#{attribute}' attribute has both a `behavior` and a `behaviour`, only use one"
        end
        options[:behaviour] = options.delete(:behavior)
      end
    end

    # A resource type.
    class TypeDefinition < BaseTypeDefinition
      RESERVED = %i[title provider alias audit before consume export loglevel noop notify require schedule stage
                    subscribe tag].freeze
      FEATURES = %w[supports_noop canonicalize custom_insync remote_resource simple_get_filter].freeze
      BEHAVIOURS = %i[read_only namevar parameter init_only].freeze
      # Added to a type that checks its resources itself and has no property.
      TRIGGER = {
        type: 'Enum[do_not_specify_in_manifest]', default: 'do_not_specify_in_manifest',
        desc: 'There so that the check of the type runs; not for manifests'
      }.freeze

      def initialize(definition)
        super(definition, :attributes)
      end

      def ensurable?
        attributes.key?(:ensure)
      end

      def feature?(name)
        definition[:features]&.include?(name)
      end

      def title_patterns
        definition[:title_patterns] ||= []
      end

      def validate_schema(definition, key)
        super
        taken = RESERVED.find { |attribute| attributes.key?(attribute) }
        raise Puppet::DevError, "must not define an attribute called `#{taken.inspect}`" if taken
        patterns = definition[:title_patterns]
        if definition.key?(:title_patterns) && !patterns.is_a?(Array)
          raise Puppet::DevError, "`:title_patterns` must be an array, not `#{patterns.class}`"
        end
        DataTypeHandling.validate_ensure(definition)
        definition[:features] ||= []
        unknown = definition[:features] - FEATURES
        Puppet.warning("Unknown feature detected: #{unknown.inspect}") unless unknown.empty?
      end

      # The arguments of create_attribute_in for each attribute, in order.
      def attribute_classes
        all = attributes.to_a
        if feature?('custom_insync') && insyncable_attributes.empty?
          all = [[:rsapi_custom_insync_trigger, TRIGGER], *all]
        end
        all.map { |name, options| [name, *kind_of(options[:behaviour]), options] }
      end

      def create_attribute_in(type, name, maker, parent, options)
        type.public_send(maker, name.to_sym, parent: parent) do
          desc "#{options[:desc]} (a #{options[:type]})" if options[:desc]
          define_singleton_method(:data_type) do
            DataTypeHandling.parse_puppet_type(name, options[:type])
          end
          define_singleton_method(:subject) { "#{type.name}.#{name}" }
          ValueCreator.create_values(self, data_type, maker, options)
        end
      end

      private

      def kind_of(behaviour)
        unless !behaviour || BEHAVIOURS.include?(behaviour)
          raise Puppet::ResourceError, "`#{behaviour}` is not a valid behaviour value"
        end
        case behaviour
        when :parameter, :namevar then [:newparam, Parameter]
        when :read_only then [:newparam, ReadOnlyParameter]
        else [:newproperty, Property]
        end
      end
    end

    # The data that a transport needs to connect to a device.
    class TransportSchemaDef < BaseTypeDefinition
      def initialize(definition)
        super(definition, :connection_info)
      end

      def validate(info)
        missing = attributes.keys.select do |name|
          type = DataTypeHandling.parse_puppet_type(name, attributes[name][:type])
          info[name].nil? && !type.is_a?(Puppet::Pops::Types::POptionalType)
        end
        return if missing.empty?
        raise Puppet::ResourceError, "The following mandatory attributes were not provided:\n    *  " +
                                     missing.join(", \n    *  ")
      end
    end
  end
end
