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

# The base of all resource types: Puppet::Type.newtype makes a class from it.
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

    # What the compiler asks of a type in either form.
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
