# frozen_string_literal: true

module Puppet
  module Parser
    # A resource of the catalog that is being made.
    class Resource < Ficelle::Handle
      RELATIONSHIPS = %w[before notify require subscribe].freeze
      private_constant :RELATIONSHIPS

      # An attribute on its way into a resource.
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

      # One that is not in the catalog yet.
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
      alias name title

      def ref
        Ficelle::Core.resource_part(self, 'ref')
      end
      alias to_s ref
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
      alias to_h to_hash

      # An attribute that a resource has: a new value is the resource's at once. A copy is nobody's.
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

      def each(&block)
        to_hash.each(&block)
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

      def virtual?
        Ficelle::Core.resource_part(self, 'virtual')
      end
      alias virtual virtual?

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
