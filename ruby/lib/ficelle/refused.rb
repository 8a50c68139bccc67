# frozen_string_literal: true

module Ficelle
  # Methods of Puppet's objects that this library does not support: calling one raises an error, and so does replacing
  # one, since the compiler would not call the new one.
  module Refused
    METHODS = {
      'Puppet::Resource::Catalog' => %i[relationship_graph add_edge add_vertex add_class add_resource_before add_resource_after apply
                                        container_of create_resource to_data_hash to_ral to_resource version filter finalize],
      'Puppet::Parser::Compiler' => %i[add_override add_collection add_relationship compile evaluate_ast_node newscope relationships
                                       collections resource_overrides],
      'Puppet::Parser::Scope' => %i[newscope class_set define_settings ephemeral_from inherited_scope merge_settings
                                    new_ephemeral with_global_scope with_guarded_scope with_local_scope],
      'Puppet::Parser::Resource' => %i[evaluate finish merge to_ral to_data_hash to_manifest add_edge_to_stage],
      'Puppet::Node::Environment' => %i[modules module_by_forge_name config_version loaders],
      'Puppet::Node' => %i[merge add_extra_facts],
      'Puppet::Settings' => %i[each map eachsection setting use clear to_catalog define_settings]
    }.freeze
    # Methods that code may call, but not replace. The compiler calls a replaced lookupdefaults of a single scope.
    CALLED = { 'Puppet::Parser::Scope' => %i[lookupvar setvar exist? bound? class_scope] }.freeze
    CALLED_OF_CLASS = { 'Puppet::Parser::Scope' => %i[lookupdefaults] }.freeze

    # Refuses to replace methods in the class, for all its objects.
    module OfClass
      def method_added(name)
        place = caller_locations(1, 1)[0]
        file = place.absolute_path || place.path
        Refused.refuse(self, name, METHODS, CALLED, CALLED_OF_CLASS) if Ficelle.world&.owns?(file)
        super
      end

      def prepend(*modules)
        modules.flat_map(&:instance_methods).each { |name| Refused.refuse(self, name, METHODS, CALLED, CALLED_OF_CLASS) }
        super
      end
    end

    def self.included(klass)
      klass.extend(OfClass)
    end

    def self.refuse(klass, name, *lists)
      found = klass.ancestors.find { |ancestor| lists.any? { |list| list[ancestor.name]&.include?(name) } }
      raise NotImplementedError, "not supported: #{found}##{name}" if found
    end

    def method_missing(name, *args, &block)
      Refused.refuse(self.class, name, METHODS)
      super
    end

    def singleton_method_added(name)
      Refused.refuse(self.class, name, METHODS, CALLED)
      super
    end

    # The methods of the modules become methods of this object only.
    def extend(*modules)
      modules.flat_map(&:instance_methods).each { |name| singleton_method_added(name) }
      super
    end

    def respond_to_missing?(name, all = false)
      super
    end
  end
end
