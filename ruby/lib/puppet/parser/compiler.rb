# frozen_string_literal: true

require 'puppet/resource/catalog'

module Puppet
  module Parser
    # The compilation.
    class Compiler
      def initialize(scope)
        @scope = scope
      end

      def topscope
        Ficelle::Core.top_scope
      end

      def catalog
        Puppet::Resource::Catalog.new(@scope)
      end

      def environment
        Puppet::Node::Environment.current
      end

      def node
        Puppet::Node.current
      end

      def findresource(*args)
        @scope.findresource(*args)
      end

      def resources
        Ficelle::Core.resources
      end

      def classlist
        Ficelle::Core.class_names
      end

      # Into the catalog, contained in what the scope belongs to.
      def add_resource(scope, resource)
        Ficelle::Core.add_resource(scope, resource, true)
      end

      # Those that are evaluated now, or were.
      def evaluate_classes(names, scope, _lazy = true)
        raise Puppet::DevError, 'No source for scope passed to evaluate_classes' unless scope.source

        Ficelle::Core.include_classes(scope, *Array(names).map { |n| n.to_s.delete_prefix('::') })
      end
    end
  end
end
