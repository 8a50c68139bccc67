# frozen_string_literal: true

require 'puppet/resource'

module Puppet
  class Resource
    # The catalog that is being compiled.
    class Catalog
      include Ficelle::Refused
      DuplicateResourceError = Puppet::DuplicateResourceError

      Edge = Struct.new(:source, :target) do
        def to_s
          "#{source} => #{target}"
        end
      end

      # One object for the whole compilation.
      def self.current
        Ficelle.memory[:catalog] ||= new
      end

      def name
        Ficelle::Core.node_name
      end

      def environment
        environment_instance.to_s
      end

      def environment_instance
        Puppet::Node::Environment.current
      end

      def resource(type, title = nil)
        Ficelle.scope.findresource(type, title)
      end

      def resources
        Ficelle::Core.resources
      end
      alias vertices resources

      def remove_resource(*resources)
        resources.filter_map { |r| resource(r.ref) }.each { |r| Ficelle::Core.remove_resource(r) }
      end

      def resource_keys
        resources.map { |r| [r.type, r.title] }
      end

      def resource_refs
        resources.map(&:ref)
      end

      def edges
        Ficelle::Core.edges.map { |source, target| Edge.new(source, target) }
      end

      def classes
        Ficelle::Core.class_names
      end

      # The resources are not contained in another one and are not evaluated: only the compiler does that.
      def add_resource(*resources)
        resources.each { |r| Ficelle::Core.add_resource(Ficelle.scope, r, false) }
        self
      end

      def to_s
        "Puppet::Resource::Catalog(#{name})"
      end
    end
  end
end
