# frozen_string_literal: true

module Ficelle
  # The catalog that is being made.
  class Catalog
    def initialize(scope)
      @scope = scope
    end

    def resource(type, title = nil)
      @scope.findresource(type, title)
    end

    def resources
      Core.resources
    end

    def classes
      Core.class_names
    end

    def resource_keys
      resources.map { |r| [r.type, r.title] }
    end

    def to_s
      "catalog of #{Core.node_name}"
    end
  end

  # The compilation.
  class Compiler
    def initialize(scope)
      @scope = scope
    end

    def topscope
      Core.top_scope
    end

    def catalog
      Catalog.new(@scope)
    end

    def environment
      Puppet::Node::Environment.current
    end

    def findresource(*args)
      @scope.findresource(*args)
    end

    def resources
      Core.resources
    end

    def node
      Node.new
    end
  end

  # The node of the catalog.
  class Node
    def name
      Core.node_name
    end
    alias to_s name

    def facts
      Core.facts
    end

    def environment
      Puppet::Node::Environment.current
    end
  end
end
