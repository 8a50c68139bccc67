# frozen_string_literal: true

require 'puppet/util/docs'

# The features that a type declares, and which of them a provider has.
module Puppet::Util
  module ProviderFeatures
    include Puppet::Util::Docs

    # A provider has a feature if it declares it or has all of its methods.
    class ProviderFeature
      attr_accessor :name, :docs, :methods

      def initialize(name, docs, methods: nil)
        @name = name.intern
        @docs = docs
        @methods = methods
      end

      def available?(provider)
        return false unless @methods
        has = provider.is_a?(Class) ? :public_method_defined? : :respond_to?
        @methods.all? { |m| provider.public_send(has, m) }
      end
    end

    def feature(name, docs, hash = {})
      @features ||= {}
      raise Puppet::DevError, "Feature #{name} is already defined" if @features.include?(name)
      made = ProviderFeature.new(name, docs, **hash)
      @features[made.name] = made
    rescue ArgumentError => e
      raise ArgumentError, "Could not create feature #{name}: #{e}", e.backtrace
    end

    def features
      (@features ||= {}).keys
    end

    def provider_feature(name)
      @features && @features[name]
    end

    # The methods that providers of this type get, as class and instance methods.
    def feature_module
      @feature_module ||= make_feature_module(@features ||= {})
    end

    private

    def make_feature_module(all)
      Module.new do
        define_method(:feature?) do |name|
          respond_to?("#{name}?") && public_send("#{name}?") ? true : false
        end
        define_method(:features) { all.keys.select { |name| feature?(name) }.sort_by(&:to_s) }
        define_method(:satisfies?) { |*needed| needed.flatten.all? { |name| feature?(name) } }
        define_method(:has_features) do |*names|
          (@declared_features ||= []).concat(names.map(&:intern))
        end
        alias_method :has_feature, :has_features
        all.each do |name, one|
          define_method("#{name}?") do
            (is_a?(Class) ? self : self.class).declared_feature?(name) || one.available?(self)
          end
        end
      end
    end
  end
end
