# frozen_string_literal: true

module Ficelle
  # Methods of Puppet's objects that this library does not support: calling one raises an error, and so does replacing
  # one for a single object, since the compiler would not call the new one.
  module Refused
    METHODS = {
      'Puppet::Resource::Catalog' => %i[relationship_graph add_edge add_vertex add_class add_resource_before add_resource_after apply
                                        container_of create_resource to_data_hash to_ral to_resource version filter finalize],
      'Puppet::Parser::Compiler' => %i[add_override add_collection add_relationship compile evaluate_ast_node newscope relationships
                                       collections resource_overrides],
      'Puppet::Parser::Scope' => %i[newscope class_set define_settings ephemeral_from inherited_scope lookupdefaults merge_settings
                                    new_ephemeral with_global_scope with_guarded_scope with_local_scope],
      'Puppet::Parser::Resource' => %i[evaluate finish merge to_ral to_data_hash to_manifest add_edge_to_stage],
      'Puppet::Node::Environment' => %i[modules module_by_forge_name config_version loaders],
      'Puppet::Node' => %i[merge add_extra_facts],
      'Puppet::Settings' => %i[each map eachsection setting use clear to_catalog define_settings]
    }.freeze

    def method_missing(name, *args, &block)
      refuse(name)
      super
    end

    def singleton_method_added(name)
      refuse(name)
      super
    end

    def refuse(name)
      klass = self.class.ancestors.find { |ancestor| METHODS[ancestor.name]&.include?(name) }
      raise NotImplementedError, "not supported: #{klass}##{name}" if klass
    end
    private :refuse

    def respond_to_missing?(name, all = false)
      super
    end
  end
end
