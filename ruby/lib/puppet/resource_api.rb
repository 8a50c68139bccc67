# frozen_string_literal: true

require 'puppet/type'
require 'puppet/resource_api/data_type_handling'
require 'puppet/resource_api/type_definition'
require 'puppet/resource_api/parameter'
require 'puppet/resource_api/property'
require 'puppet/resource_api/read_only_parameter'
require 'puppet/resource_api/value_creator'
require 'puppet/resource_api/resource_class'
require 'puppet/resource_api/puppet_context'
require 'puppet/resource_api/transport'

# The Resource API: types that a hash describes, whose attributes have data types. The part of providers that changes a
# machine is missing.
module Puppet
  module ResourceApi
    AUTO_RELATIONS = %i[autorequire autobefore autosubscribe autonotify].freeze

    module_function

    def caller_is_resource_app?
      defined?(Ficelle::Agent) && Ficelle::Agent.applying? && Ficelle::Core.agent_from_words
    end

    def register_type(definition)
      checked = TypeDefinition.new(definition)
      declare_provider_module(definition[:name])
      Puppet::Type.newtype(definition[:name].to_sym) do
        @doc = definition[:desc]
        @type_definition = checked
        extend ResourceClass
        include ResourceClass::Resource
        apply_to_device if checked.feature?('remote_resource')
        checked.attribute_classes.each { |how| checked.create_attribute_in(self, *how) }
        AUTO_RELATIONS.each { |kind| relate(kind, definition[kind]) }
      end
    end

    def register_transport(schema)
      Transport.register(schema)
    end

    # The class Puppet::Provider::RaAll::RaAll of the type ra_all.
    def load_provider(type_name)
      class_name = class_name_from_type_name(type_name)
      Puppet::Type.type(type_name.to_sym).provider(type_name.to_sym)
      Puppet::Provider.const_get(class_name, false).const_get(class_name, false)
    rescue NameError
      raise Puppet::DevError, "provider class Puppet::Provider::#{class_name}::#{class_name} not found in " \
                              "puppet/provider/#{type_name}/#{type_name}"
    end

    def class_name_from_type_name(type_name)
      type_name.to_s.split('_').map(&:capitalize).join
    end

    # Defines the modules in which files of providers define their classes.
    def declare_provider_module(type_name)
      class_name = class_name_from_type_name(type_name)
      return if Puppet::Provider.const_defined?(class_name, false)
      Puppet::Provider.const_set(class_name, ::Module.new)
    end
    private_class_method :declare_provider_module

    autoload :SimpleProvider, 'puppet/resource_api/simple_provider'
  end
end
