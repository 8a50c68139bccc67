# frozen_string_literal: true

require 'puppet'
require 'ficelle/restypes'
require 'ficelle/facts/default_provider'

module Ficelle
  module Facts
    # What custom facts ask Puppet: settings, the log, the provider that a type has on this host.
    module PuppetApi
      # Puppet's settings: Puppet[:vardir], Puppet.settings[:vardir].
      class Settings
        TRUTH = { 'true' => true, 'false' => false }.freeze

        # `values`: name => text.
        def initialize(values)
          @values = values
        end

        def [](name)
          text = @values.fetch(name.to_s) { raise ArgumentError, "Unknown setting #{name.inspect}" }
          TRUTH.fetch(text) { text.match?(/\A-?\d+\z/) ? text.to_i : text }
        end
        alias value []

        def setting?(name)
          @values.key?(name.to_s)
        end
        alias valid? setting?
        alias include? setting?

        def set_by_config?(_name, *)
          false
        end
      end

      # The types a module asks for the provider of this host, and nothing else.
      class Resource
        Named = Struct.new(:name)

        # resource.provider.class.name
        Provider = Struct.new(:class, :name)

        def initialize(type, attributes)
          @attributes = attributes.transform_keys(&:to_sym)
          @attributes[:provider] ||= DefaultProvider.of(type)
        end

        def [](name)
          @attributes[name.to_sym]
        end

        def provider
          Provider.new(Named.new(self[:provider]), self[:provider])
        end
      end

      MESSAGES = { debug: :debug, info: :info, notice: :info, warning: :warn, err: :error, alert: :error,
                   emerg: :error, crit: :error }.freeze

      def self.install(values)
        settings = Settings.new(values)
        Puppet.define_singleton_method(:settings) { settings }
        Puppet.define_singleton_method(:[]) { |name| settings[name] }
        Puppet.define_singleton_method(:initialize_settings) { |*| nil }
        MESSAGES.each do |name, level|
          Puppet.define_singleton_method(name) do |message = nil, &block|
            Facter.public_send(level, (message.nil? && block ? block.call : message).to_s)
          end
        end
        DefaultProvider::TYPES.each_key do |type|
          Puppet::Type.define_singleton_method("new#{type}") { |attributes| Resource.new(type, attributes) }
        end
      end
    end
  end
end
