# frozen_string_literal: true

require 'ficelle/restypes/sets'
require 'puppet/error'
require 'puppet/parameter'
require 'puppet/util/classgen'
require 'puppet/util/provider_features'
require 'puppet/util/warnings'
require 'puppet/type/attributes'
require 'puppet/type/instance'
require 'puppet/type/manager'
require 'puppet/type/providers'
require 'puppet/type/relations'

# The base class of all resource types: Puppet::Type.newtype derives a class from it.
class Puppet::Type
  include Comparable
  include Enumerable
  include Puppet::Util
  include Puppet::Util::Errors
  include Puppet::Util::Logging
  include Instance

  # Attributes that every resource may have, in Puppet's order.
  METAPARAMS = %i[noop schedule audit loglevel alias tag require subscribe before notify stage].freeze
  RELATIONSHIP_PARAMS = %i[require subscribe before notify].freeze

  class << self
    include Puppet::Util
    include Puppet::Util::ClassGen
    include Puppet::Util::Logging
    include Puppet::Util::ProviderFeatures
    include Puppet::Util::Warnings

    attr_reader :name
    attr_accessor :self_refresh, :providerloader

    def initvars
      @properties = []
      @parameters = []
      @validproperties = {}
      @paramhash = {}
      @doc ||= ''
    end

    def to_s
      @name ? "Puppet::Type::#{@name.to_s.capitalize}" : super
    end

    def inspect
      to_s
    end

    def isomorphic?
      defined?(@isomorphic) ? @isomorphic : true
    end

    def title_patterns
      case key_attributes.length
      when 0 then []
      when 1 then [[/(.*)/m, [[key_attributes.first]]]]
      else
        raise Puppet::DevError, 'you must specify title patterns when there are two or more key attributes'
      end
    end

    # Makes a resource from a hash of its attributes.
    def hash2resource(hash)
      given = hash.to_hash.transform_keys(&:to_sym)
      title = given.delete(:title) || given[:name]
      title ||= given[key_attributes.first] if key_attributes.length == 1
      raise Puppet::Error, 'Title or name must be provided' unless title
      resource = Puppet::Resource.new(self, title)
      resource.catalog = given.delete(:catalog)
      resource.sensitive_parameters = Array(given.delete(:sensitive_parameters))
      given.each { |name, value| resource[name] = value }
      resource
    end

    # The attributes of a resource, including those that follow from its title.
    def with_title_parts(resource)
      given = resource.parameters.dup
      given[name_attribute] = given.delete(:name) if given.key?(:name) && name_attribute && !given.key?(name_attribute)
      parts = Ficelle::Restypes::Model.new(self).split_title(resource.title.to_s).transform_keys(&:to_sym)
      parts.compact.merge(given)
    end

    # All instances on the host, from the suitable providers; the default one is first.
    def instances
      if providers_by_source.empty? && provider_hash.empty?
        raise Puppet::DevError, "#{name} has no providers and has not overridden 'instances'"
      end
      found = {}
      providers_by_source.flat_map do |provider|
        provider.instances.filter_map do |instance|
          if (other = found[instance.name])
            Puppet.debug("#{name.to_s.capitalize} #{instance.name} found in both #{provider.name} and " \
                         "#{other.class.name}; skipping the #{provider.name} version")
            next
          end
          found[instance.name] = instance
          result = new(name: instance.name, provider: instance)
          properties.each { |p| result.newattr(p.name) }
          result
        end
      end
    end

    def providers_by_source
      sources = []
      [defaultprovider, *suitableprovider].compact.uniq.reject do |provider|
        sources.include?(provider.source) || !sources.push(provider.source)
      end
    end

    def name_attribute
      key_attributes.length == 1 && key_attributes.first
    end

    def validate(&block)
      define_method(:validate, &block)
    end

    def apply_to_device
      @apply_to = :device
    end

    def apply_to_host
      @apply_to = :host
    end

    def apply_to_all
      @apply_to = :both
    end

    def apply_to
      @apply_to ||= :host
    end

    def can_apply_to(target)
      [target == :device ? :device : :host, :both].include?(apply_to)
    end

    # Called by the compiler.
    def is_3x_ruby_plugin?
      true
    end

    def instantiate_resource(_scope, _resource); end

    def deprecate_params(_title, _params); end
  end

  extend Attributes
  extend Manager
  extend Providers
  extend Relations

  def self.const_missing(name)
    Manager.class_of(name) || super
  end
end
