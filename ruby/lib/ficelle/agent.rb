# frozen_string_literal: true

require 'puppet/type'
require 'ficelle/agent/catalog'
require 'ficelle/agent/commands'
require 'ficelle/agent/facts'
require 'ficelle/agent/log'
require 'ficelle/agent/providers'
require 'ficelle/agent/values'

module Ficelle
  # Resources of types in Ruby while a catalog is applied (agent/ruby/bridge.c): each is an object here, which the core
  # knows by a number. The core decides the order of all steps and calls the methods below.
  module Agent
    class << self
      include Providers

      # Indexed by number. Resources of types in C are objects that call the core for everything (ficelle/agent/native).
      def objects
        @objects ||= {}
      end

      def applying?
        @applying ? true : false
      end

      # Returns [error or nil, the result].
      def answer(operation, arguments)
        $stdout.sync = @applying = true
        [nil, Values.plain(public_send(operation, *arguments))]
      rescue Crossed, SystemExit, NoMemoryError
        raise
      rescue Exception => e # rubocop:disable Lint/RescueException
        Puppet.debug(Array(e.backtrace).first(12).join("\n")) if Puppet[:trace]
        [Failures.describe(e), nil]
      end

      # --- types ---

      # nil: the file does not define the type.
      def type(name)
        klass = Puppet::Type.type(name) or return nil
        Restypes.load_all_providers(klass.name)
        Description.new(klass).to_h
      end

      # --- resources ---

      def make(number, type, title, params, place)
        given = Puppet::Resource.new(type, title, parameters: Values.given(params))
        given.file = place['file']
        given.line = place['line']
        given.exported = place['exported']
        given.tag(*place['tags'])
        given.sensitive_parameters = Array(place['sensitive']).map(&:to_sym)
        given.catalog = catalog
        resource = Puppet::Type.type(type).new(given)
        objects[number] = resource
        resource.agent_number = number
        settings_of(resource)
      end

      def assign(number, attribute, value)
        resource = objects.fetch(number)
        resource[attribute.to_sym] = value
        settings_of(resource)
      end

      def suitable(number)
        resource = objects.fetch(number)
        works = resource.suitable?
        [works, provider_of(resource)]
      end

      # Returns [present values, settings].
      def retrieve(number)
        resource = objects.fetch(number)
        current = resource.retrieve_resource.to_hash
        resource.agent_current = current
        [current.select { |name, _| resource.class.validproperty?(name) }.transform_keys(&:to_s), settings_of(resource)]
      end

      # Returns [[attribute, value, whether it can only be read], …], for types that print themselves.
      def shown(number)
        objects.fetch(number).shown
      end

      def present(number)
        resource = objects.fetch(number)
        resource.present?(resource.agent_current)
      end

      def should(number, name)
        objects.fetch(number).property(name)&.should
      end

      def insync(number, name)
        property = property_of(number, name)
        !property.should || property.safe_insync?(current(number, name)) ? true : false
      end

      def sync(number, name)
        property_of(number, name).sync
        nil
      end

      def change(number, name)
        property = property_of(number, name)
        property.change_to_s(current(number, name), property.should).to_s
      end

      def show(number, name, value, wanted)
        property = property_of(number, name)
        return property.should_to_s(property.should).to_s if wanted
        known = current(number, name)
        property.is_to_s(Values.same?(known, value) ? known : value).to_s
      end

      # Returns [name of the event, whether it makes waiting refreshes unnecessary].
      def event(number, name)
        property = property_of(number, name)
        value = property.class.value_collection.match?(property.should)
        [property.event_name.to_s, value&.invalidate_refreshes ? true : false]
      end

      def refresh(number)
        objects.fetch(number).refresh
        nil
      end

      def flush(number)
        objects.fetch(number).flush
        nil
      end

      def check(number)
        objects.fetch(number).pre_run_check
        nil
      end

      # Returns [[kind, type, title], …].
      def relations(number)
        objects.fetch(number).agent_relations
      end

      def generate(number)
        hand_over(objects.fetch(number).generate)
      end

      def eval_generate(number)
        made = objects.fetch(number).eval_generate
        hand_over(made == true || made == false ? nil : made)
      end

      def instances(type)
        hand_over(Puppet::Type.type(type).instances)
      end

      # --- providers ---

      def prefetch(numbers)
        resources = numbers.map { |number| objects.fetch(number) }
        resources.first.provider.class.prefetch(resources.to_h { |r| [r.name, r] })
        nil
      end

      # Called after every resource was evaluated.
      def done
        classes = objects.values.filter_map { |r| r.provider.class if r.is_a?(Puppet::Type) && r.provider }.uniq
        classes.select { |klass| klass.respond_to?(:post_resource_eval) }.each do |klass|
          klass.post_resource_eval
        rescue StandardError => e
          Puppet.err("post_resource_eval failed for provider #{klass}: #{e}")
        end
        nil
      end

      # --- called by other parts of the library ---

      def catalog
        @catalog ||= Catalog.new
      end

      # The object of a resource of the run.
      def object(number)
        return nil if number.nil?
        objects[number] ||= Native.of(number)
      end

      private

      def property_of(number, name)
        objects.fetch(number).property(name) || raise(Puppet::DevError, "no property #{name}")
      end

      def current(number, name)
        objects.fetch(number).agent_current[name.to_sym]
      end

      # Returns [title, provider, {attribute => [value, whether it is secret]}, tags if the resource does not keep its
      # place, audited attributes].
      def settings_of(resource)
        values = resource.parameters.reject { |_, p| p.metaparam? || (p.is_a?(Puppet::Property) && p.plain_should.nil?) }
        values = values.to_h do |name, p|
          [name.to_s, [p.is_a?(Puppet::Property) ? p.plain_should : p.value, p.sensitive ? true : false]]
        end
        if resource.class.respond_to?(:type_definition)
          tags = [resource.type.to_s, resource.title.to_s.downcase].grep(/\A[[:alnum:]_][[:alnum:]_:.-]*\z/)
        end
        [resource.title.to_s, provider_of(resource), values, tags, resource.parameter(:audit)&.value]
      end

      # The name; with a plus before it if the provider can prefetch.
      def provider_of(resource)
        klass = resource.provider&.class
        return nil unless klass.is_a?(Class) && klass < Puppet::Provider
        "#{'+' if klass.respond_to?(:prefetch)}#{klass.name}"
      end

      # Passes resources that Ruby code has made to the core.
      def hand_over(made)
        [made].flatten.compact.map do |resource|
          next [resource.agent_number] if resource.agent_number
          number = Core.agent_new(resource.class.name.to_s, resource.title.to_s)
          raise Puppet::Error, "Could not find resource type #{resource.class.name}" if number.nil?
          resource.agent_number = number
          resource.catalog ||= catalog
          in_ruby = Core.agent_about(number)[2]
          objects[number] = in_ruby ? resource : Native.of(number)
          given = resource.original_parameters.transform_keys(&:to_s)
          [number, in_ruby ? settings_of(resource) : given, given.slice('noop', 'loglevel', 'schedule'), resource.tags || []]
        end
      end
    end
  end

  def self.agent(operation, *arguments)
    Agent.answer(operation, arguments)
  end
end
