# frozen_string_literal: true

require 'puppet/resource/catalog'

module Puppet
  module Parser
    # The compilation.
    class Compiler
      include Ficelle::Refused

      # One object for the whole compilation.
      def self.current
        Ficelle.memory[:compiler] ||= new
      end

      def topscope
        Ficelle::Core.top_scope
      end

      def catalog
        Puppet::Resource::Catalog.current
      end

      def environment
        Puppet::Node::Environment.current
      end

      def node
        Puppet::Node.current
      end

      def loaders
        @loaders ||= Loaders.new
      end

      def findresource(*args)
        topscope.findresource(*args)
      end

      def resources
        Ficelle::Core.resources
      end

      def classlist
        Ficelle::Core.class_names
      end

      # Loaders, for code that checks whether a function exists.
      class Loaders
        # A function that was found.
        Function = Struct.new(:name) do
          def call(scope, *args, &block)
            Ficelle::Core.call_function(scope, name, args, block)
          end
        end

        def private_environment_loader
          self
        end
        alias public_environment_loader private_environment_loader
        alias puppet_system_loader private_environment_loader

        def load(kind, name)
          raise Puppet::Error, "not supported: a loader is asked for a #{kind}" unless kind == :function

          Ficelle::Core.has_function(name.to_s) ? Function.new(name.to_s) : nil
        end
      end

      # Adds a resource to the catalog, contained in the resource of the scope.
      def add_resource(scope, resource)
        Ficelle::Core.add_resource(scope, resource, true)
      end

      # Evaluates classes; returns those that are evaluated, now or before.
      def evaluate_classes(names, scope, _lazy = true)
        raise Puppet::DevError, 'No source for scope passed to evaluate_classes' unless scope.source

        Ficelle::Core.include_classes(scope, *Array(names).map { |n| n.to_s.delete_prefix('::') })
      end
    end
  end
end
