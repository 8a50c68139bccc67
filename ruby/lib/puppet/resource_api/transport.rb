# frozen_string_literal: true

require 'ficelle/restypes/sets'
require 'puppet/resource_api/type_definition'

module Puppet
  module ResourceApi
    # Transports to devices. An environment knows those that its modules have registered; no connection is made while
    # compiling.
    module Transport
      module_function

      def register(schema)
        check(schema)
        if transports[schema[:name]]
          raise Puppet::DevError, "Transport `#{schema[:name]}` is already registered for " \
                                  "`#{Puppet.lookup(:current_environment).name}`"
        end
        transports[schema[:name]] = TransportSchemaDef.new(schema)
      end

      # name -> schema
      def list
        transports.dup
      end

      def connect(name, _connection_info)
        raise Puppet::DevError,
              "not supported: Puppet::ResourceApi::Transport.connect (#{name}; it changes the machine)"
      end

      def check(schema)
        raise Puppet::DevError, "requires a hash as schema, not `#{schema.class}`" unless schema.is_a?(Hash)
        { name: 'a `:name`', desc: '`:desc`', connection_info: '`:connection_info`' }.each do |key, what|
          raise Puppet::DevError, "requires #{what}" unless schema.key?(key)
        end
        info = schema[:connection_info]
        raise Puppet::DevError, "`:connection_info` must be a hash, not `#{info.class}`" unless info.is_a?(Hash)
        order = schema[:connection_info_order] ||= info.keys
        return if order.is_a?(Array)
        raise Puppet::DevError, "`:connection_info_order` must be an array, not `#{order.class}`"
      end
      private_class_method :check

      def transports
        Ficelle::Restypes.current.transports
      end
      private_class_method :transports
    end
  end
end
