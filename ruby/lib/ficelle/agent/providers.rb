# frozen_string_literal: true

module Ficelle
  module Agent
    # Providers of modules for types in C (agent/ruby/provider.c). Their resources are those of Native.
    module Providers
      # Returns [features, whether it can prefetch]; nil: the file does not define the provider.
      def provider(type, name)
        klass = Puppet::Type.type(type).provider(name) or return nil
        [klass.features.map(&:to_s), klass.respond_to?(:prefetch), klass.default? ? klass.specificity : 0]
      end

      def provider_suitable(type, name)
        Puppet::Type.type(type).provider(name).suitable? ? true : false
      end

      def provider_prefetch(type, name, numbers)
        resources = numbers.map { |number| object(number) }
        resources.each { |resource| provider_of_native(resource, name) }
        Puppet::Type.type(type).provider(name).prefetch(resources.to_h { |r| [r.name, r] })
        nil
      end

      def provider_call(number, name, method, arguments)
        provider_of_native(object(number), name).public_send(method, *arguments)
      end

      def provider_insync(number, name, current)
        provider = provider_of_native(object(number), name)
        provider.respond_to?(:insync?) && provider.insync?(current) ? true : false
      end

      def provider_flush(number, name)
        provider = provider_of_native(object(number), name)
        provider.flush if provider.respond_to?(:flush)
        provider.clear if provider.is_a?(Puppet::Provider::Package)
        nil
      end

      private

      def provider_of_native(resource, name)
        resource.provider || (resource.provider = resource.class.provider(name).new(resource))
      end
    end
  end
end
