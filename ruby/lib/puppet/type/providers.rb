# frozen_string_literal: true

class Puppet::Type
  # The providers of a type.
  module Providers
    attr_writer :defaultprovider

    # Loads all providers, since the documentation of the parameter lists them.
    module ProviderParameter
      attr_accessor :parenttype

      def doc
        listed = parenttype.providers.sort_by(&:to_s).map do |name|
          markdown_definitionlist(name, scrub(parenttype.provider(name).doc))
        end
        "#{scrub(@doc)}Available providers are:\n\n#{listed.join}"
      end
    end

    def provider_hash
      Ficelle::Restypes.current.providers_of(name)
    end

    def providers
      provider_hash.keys
    end

    def provider(name)
      name = name.intern
      Ficelle::Restypes.load_provider(self.name, name) unless provider_hash.key?(name)
      provider_hash[name]
    end

    def provide(name, options = {}, &block)
      name = name.intern
      Puppet.debug("Reloading #{name} #{self.name} provider") if unprovide(name)
      parent = provider_parent(name, options[:parent])
      attributes = options.reject { |k, _| k == :parent }
      attributes[:resource_type] ||= self
      providify
      genclass(name, parent: parent, hash: provider_hash, prefix: 'Provider', block: block,
                     include: feature_module, extend: feature_module, attributes: attributes)
    end

    def unprovide(name)
      @defaultprovider = nil if @defaultprovider && @defaultprovider.name == name
      rmclass(name, hash: provider_hash, prefix: 'Provider')
    end

    # Adds the parameter `provider` to the type.
    def providify
      return if @paramhash.key?(:provider)
      type = self
      param = newparam(:provider) do
        extend ProviderParameter
        desc "The specific backend to use for this `#{type.name}`\n" \
             "resource. You will seldom need to specify this --- Puppet will usually\n" \
             'discover the appropriate provider for your platform.'
        defaultto { @resource.class.defaultprovider&.name }

        validate do |given|
          given = given.first if given.is_a?(Array)
          given = given.class.name if given.is_a?(Puppet::Provider)
          unless @resource.class.provider(given)
            raise ArgumentError, "Invalid #{@resource.class.name} provider '#{given}'"
          end
        end

        munge do |given|
          given = given.first if given.is_a?(Array)
          given = given.intern if given.is_a?(String)
          @resource.provider = given
          given.is_a?(Puppet::Provider) ? given.class.name : given
        end
      end
      param.parenttype = self
      param
    end

    def validprovider?(name)
      found = provider_hash[name.intern]
      !found.nil? && found.suitable?
    end

    def suitableprovider
      Ficelle::Restypes.load_all_providers(name)
      provider_hash.values.select(&:suitable?).reject { |p| p.name == :fake }
    end

    # The best suitable provider.
    def defaultprovider
      return @defaultprovider if defined?(@defaultprovider) && @defaultprovider
      suitable = suitableprovider
      defaults = suitable.select(&:default?)
      defaults = suitable if defaults.empty?
      best = defaults.map(&:specificity).max
      found = defaults.select { |p| p.specificity == best }
      if found.length > 1
        Puppet.warning("Found multiple default providers for #{name}: #{found.map { |p| p.name.to_s }.join(', ')}; using " \
                       "#{found.first.name}")
      end
      @defaultprovider = found.first
    end

    private

    def provider_parent(name, wanted)
      return Puppet::Provider if wanted.nil?
      return wanted if wanted.is_a?(Class)
      found = provider(wanted) and return found
      if Ficelle::Restypes.builtin(self.name)
        raise Puppet::DevError, "not supported: the provider #{wanted} of #{self.name}, which is not in Ruby, as the parent of #{name}"
      end
      raise Puppet::DevError, "Could not find parent provider #{wanted} of #{name}"
    end
  end
end
