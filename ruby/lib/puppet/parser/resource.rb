# frozen_string_literal: true

module Puppet
  module Parser
    # A resource of the catalog that is being compiled.
    class Resource < Ficelle::Handle
      include Enumerable
      include Ficelle::Refused
      include Puppet::Util::Errors
      RELATIONSHIPS = %w[before notify require subscribe].freeze
      private_constant :RELATIONSHIPS

      # An attribute for a resource.
      class Param
        attr_accessor :name, :value, :source, :line, :file, :add

        def initialize(name: nil, value: nil, source: nil, line: nil, file: nil, strict: nil, add: false)
          _ = strict
          raise ArgumentError, 'Must pass parameter name' if name.nil?

          @name = name.to_sym
          @value = value
          @source = source
          @line = line
          @file = file
          @add = add
        end

        def to_s
          "#{name} => #{value}"
        end
      end

      # A resource that is not in the catalog yet.
      def self.new(type, title, attributes, _with_defaults = true)
        raise ArgumentError, 'Resources require a hash as last argument' unless attributes.is_a?(Hash)

        scope = attributes[:scope] or raise ArgumentError, 'Resources require a scope'
        type, title = Puppet::Resource.type_and_title(type, title)
        given = attributes[:parameters] || {}
        given = given.map { |p| [p.name, p.value] } unless given.is_a?(Hash)
        Ficelle::Core.new_resource(scope, type, title, attributes[:virtual] ? true : false,
                                   attributes[:exported] ? true : false, given.to_h { |k, v| [k.to_s, v] })
      end

      def type
        Ficelle::Core.resource_part(self, 'type')
      end

      def title
        Ficelle::Core.resource_part(self, 'title')
      end

      def name
        self[:name] || title
      end

      def ref
        Ficelle::Core.resource_part(self, 'ref')
      end
      alias to_s ref
      alias to_ref ref
      alias path ref
      alias inspect ref

      def [](name)
        return title if name.to_sym == :title

        Ficelle::Core.resource_parameter(self, name.to_s)
      end

      def set_parameter(name, value = nil)
        name, value = name.name, name.value if name.is_a?(Param)
        Ficelle::Core.resource_set(scope, self, name.to_s, value)
        value
      end
      alias []= set_parameter

      def scope
        Ficelle::Core.resource_scope(self)
      end

      def environment
        Puppet::Node::Environment.current
      end

      def builtin_type?
        Ficelle::Core.resource_is_builtin(self)
      end

      def stage?
        type == 'Stage'
      end

      def tag(*names)
        Ficelle::Core.resource_tag(self, *names.flatten.map(&:to_s))
      end

      def to_hash
        set = Ficelle::Core.resource_parameters(self).compact.to_h do |name, value|
          [name.to_sym, RELATIONSHIPS.include?(name) && value.is_a?(Array) ? value.flatten.compact : value]
        end
        Ficelle::Core.title_parts(type, title).transform_keys(&:to_sym).merge(set)
      end

      # An attribute of a resource: setting its value sets the resource's value. A copy belongs to no resource.
      class OwnParam < Param
        def initialize(resource, name, value)
          super(name: name, value: value)
          @resource = resource
        end

        def initialize_copy(_other)
          @resource = nil
        end

        def value=(value)
          @resource&.set_parameter(name, value)
          super
        end
      end

      # The attributes of a resource by name.
      class Parameters < Hash
        def initialize(resource)
          super()
          @resource = resource
          Ficelle::Core.resource_parameters(resource).each do |name, value|
            store(name.to_sym, OwnParam.new(resource, name, value))
          end
        end

        def []=(name, param)
          @resource.set_parameter(name, param.value)
          store(name, param)
        end
      end

      def parameters
        Parameters.new(self)
      end

      # Yields names and attributes.
      def each
        parameters.each { |name, param| yield name, param }
      end

      def eachparam(&block)
        parameters.each_value(&block)
      end

      # Methods of a hash are applied to its attributes.
      %i[has_key? keys length empty? <<].each do |method|
        define_method(method) { |*args| parameters.public_send(method, *args) }
      end

      # Returns the removed attribute; nil: not found.
      def delete(name)
        found = parameters[name]
        Ficelle::Core.resource_unset(self, name.to_s) if found
        found
      end

      def include?(name)
        keys.include?(name.to_sym)
      end

      def tags
        Ficelle::Core.resource_part(self, 'tags')
      end

      def tagged?(*names)
        names.flatten.any? { |name| Ficelle::Core.resource_tagged(self, name.to_s) }
      end

      def file
        Ficelle::Core.resource_part(self, 'file')
      end

      def line
        Ficelle::Core.resource_part(self, 'line')
      end

      # The column; nil, as in Puppet.
      def pos
      end
      alias offset pos

      def virtual?
        Ficelle::Core.resource_part(self, 'virtual')
      end
      alias virtual virtual?

      def virtual=(value)
        Ficelle::Core.resource_mark(self, 'virtual', value ? true : false)
      end

      # An exported resource is virtual, too.
      def exported=(value)
        Ficelle::Core.resource_mark(self, 'exported', value ? true : false)
      end

      def evaluated?
        Ficelle::Core.resource_part(self, 'evaluated')
      end
      alias evaluated evaluated?

      def catalog
        scope.catalog
      end

      # The class or define that declared it.
      def source
        scope.source
      end

      # The class, the define or the Puppet::Type; nil: none.
      def resource_type
        return Puppet::Resource::Type.known(:hostclass, title == 'main' ? '' : title) if class?

        builtin_type? ? Puppet::Type.type(type) : scope.find_definition(type)
      end

      def key_attributes
        own = resource_type
        own.respond_to?(:key_attributes) ? own.key_attributes : [:name]
      end

      def uniqueness_key
        values = to_hash
        values[:name] ||= name
        values[key_attributes.first] ||= values[:name]
        values.values_at(*key_attributes.sort_by(&:to_s))
      end

      def isomorphic?
        builtin_type? ? resource_type.isomorphic? : true
      end

      def valid_parameter?(name)
        own = resource_type
        own.respond_to?(:valid_parameter?) ? own.valid_parameter?(name) : own.validattr?(name.to_sym)
      end

      # A Puppet::Resource, independent of the catalog.
      def copy_as_resource
        Puppet::Resource.new(type, title, parameters: to_hash)
      end

      def exported?
        Ficelle::Core.resource_part(self, 'exported')
      end
      alias exported exported?

      def class?
        type == 'Class'
      end

      def ==(other)
        other.is_a?(Resource) && other.ref == ref
      end
      alias eql? ==

      def hash
        ref.hash
      end
    end
  end
end
