# frozen_string_literal: true

require 'puppet/type'

module Ficelle
  module Agent
    # A resource of a type in C, for code of other types: its attributes are read from the core.
    module Native
      # Classes and defined types.
      class Container < Puppet::Type
        @name = :component
        initvars
        newparam(:name, namevar: true)

        class << self
          def validattr?(_name)
            true
          end
        end
      end

      def self.of(number)
        type, title, _, tags, file, line = Core.agent_about(number)
        klass = Puppet::Type.type(type) || Container
        resource = klass.allocate
        resource.extend(Native)
        resource.agent_number = number
        resource.instance_variable_set(:@title, title)
        resource.instance_variable_set(:@type_name, type)
        resource.instance_variable_set(:@parameters, {})
        resource.tag(*tags)
        resource.file = file unless file.empty?
        resource.line = line if line.positive?
        resource.catalog = Agent.catalog
        resource
      end

      def type
        @type_name.to_sym
      end

      def ref
        "#{Puppet::Resource.capitalize(@type_name)}[#{@title}]"
      end

      def title
        @title
      end

      def [](name)
        name = name.to_sym
        return @title if name == :title
        values = to_hash
        found = values[name]
        return found unless found.nil?
        %i[name path command].include?(name) && self.class.key_attributes.include?(name) || name == :name ? @title : nil
      end

      def []=(name, value)
        problem = Core.agent_set(agent_number, name.to_s, Values.plain(value))
        raise Puppet::ResourceError, problem if problem
      end

      def to_hash
        Values.given(Core.agent_values(agent_number))
      end

      def parameters
        to_hash.to_h { |name, value| [name, Puppet::Type::Instance::MetaValue.new(name, value)] }
      end
      alias original_parameters to_hash

      def parameter(name)
        value = self[name]
        value.nil? ? nil : Puppet::Type::Instance::MetaValue.new(name.to_sym, value)
      end
      alias property parameter

      def should(name)
        self[name]
      end
      alias value should

      # The provider of a module; nil for providers in C.
      attr_reader :provider

      def provider=(provider)
        provider.resource = self
        @provider = provider
      end

      def name
        self[:name]
      end

      def noop?
        Core.agent_noop(agent_number)
      end
    end
  end
end
