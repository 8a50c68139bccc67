# frozen_string_literal: true

require 'puppet/resource'
require 'ficelle/agent/native'

module Ficelle
  module Agent
    # The catalog that is being applied.
    class Catalog
      include Refused

      Edge = Struct.new(:source, :target)

      # Finds a resource by type and title, or by a reference; nil: not found.
      def resource(type, title = nil)
        if title.nil?
          return type if type.is_a?(Puppet::Type) && type.agent_number
          type, title = Puppet::Resource.type_and_title(type, nil)
        end
        type = type.name if type.is_a?(Class)
        Agent.object(Core.agent_find(type.to_s.downcase, title.to_s)) || by_name(type.to_s.downcase, title)
      end

      def resources
        Core.agent_all.map { |number| Agent.object(number) }
      end
      alias vertices resources

      def resource_refs
        resources.map(&:ref)
      end

      def resource_keys
        resources.map { |r| [Puppet::Resource.capitalize(r.type), r.title] }
      end

      def name
        Core.node_name
      end

      def environment
        environment_instance.to_s
      end

      def environment_instance
        Puppet::Node::Environment.current
      end

      def classes
        Core.agent_all('Class').map { |number| Agent.object(number).title.downcase }
      end

      def host_config?
        true
      end

      def host_config
        true
      end

      def add_resource(*)
        raise NotImplementedError, 'not supported: catalog.add_resource while a catalog is applied'
      end

      def to_s
        "Puppet::Resource::Catalog(#{name})"
      end

      private

      # Finds resources by their namevars, too.
      def by_name(type, name)
        Agent.objects.values.find do |r|
          r.class.name.to_s == type && (r.class.key_attributes.length == 1 && r[r.class.key_attributes.first] == name)
        end
      end
    end
  end
end
