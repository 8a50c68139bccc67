# frozen_string_literal: true

require 'puppet'
require 'ficelle/restypes'
require 'ficelle/facts/default_provider'

module Ficelle
  module Facts
    # The part of Puppet that custom facts use: settings, the log, the default provider of a type on this host.
    module PuppetApi
      # Puppet's settings: Puppet[:vardir], Puppet.settings[:vardir].
      class Settings
        TRUTH = { 'true' => true, 'false' => false }.freeze

        # `values`: name => text; sections: section => the settings that differ there; written: section => the settings
        # in its text.
        def initialize(values, sections = {}, written = {})
          @values = values
          @sections = sections
          @written = written
        end

        def [](name)
          typed(@values.fetch(name.to_s) { raise ArgumentError, "Unknown setting #{name.inspect}" })
        end
        alias value []

        # The settings as a section of puppet.conf sees them; nil for unknown names.
        Section = Struct.new(:settings, :section) do
          def interpolate(name)
            settings.in_section(name, section)
          end
          alias_method :print, :interpolate

          def inspect
            "#<#{self.class} #{section}>"
          end
          alias_method :to_s, :inspect
        end

        def values(_environment, section)
          Section.new(self, section)
        end

        def in_section(name, section)
          text = section_of(@sections, section)[name.to_s] || @values[name.to_s]
          text && typed(text)
        end

        def set_in_section(name, section)
          section_of(@written, section)[name.to_s]
        end

        def set_in_section?(name, section)
          set_in_section(name, section) ? true : false
        end

        def global_defaults_initialized?
          true
        end
        alias app_defaults_initialized? global_defaults_initialized?

        def setting?(name)
          @values.key?(name.to_s)
        end
        alias valid? setting?
        alias include? setting?

        def set_by_config?(name, *)
          %i[main user agent].any? { |section| set_in_section?(name, section) }
        end

        private

        def section_of(sections, name)
          sections[name.to_s == 'master' ? 'server' : name.to_s] || {}
        end

        def typed(text)
          TRUTH.fetch(text) { text.match?(/\A-?\d+\z/) ? text.to_i : text }
        end
      end

      # Resource types; only their default provider on this host is known.
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

      def self.install(values, sections, written)
        settings = Settings.new(values, sections, written)
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
