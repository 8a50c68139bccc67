# frozen_string_literal: true

module Facter
  module Util
    # The facts that were added, by name.
    class Collection
      include Enumerable

      class << self
        # Called with each new collection to add the external facts.
        attr_accessor :prepare
        # Names of hidden facts; facts below them are hidden, too.
        attr_accessor :blocked
      end

      attr_reader :loader
      alias internal_loader loader

      def initialize(loader)
        @loader = loader
        @facts = {}
        self.class.prepare&.call(self)
      end

      def add(name, options = {}, &block)
        fact = fact_for(name, options)
        fact.add(options.reject { |key, _| key == :ldapname }, &block)
        fact
      end

      def define_fact(name, options = {}, &block)
        fact = fact_for(name, options)
        fact.instance_eval(&block) if block
        fact
      rescue StandardError => e
        Facter.log_exception(e, "Unable to add fact #{name}: #{e.message}")
      end

      # The fact if it exists already.
      def existing(name)
        name = canonical(name)
        @facts[name] unless blocked?(name)
      end

      def fact(name)
        load(name) unless existing(name)
        load_all unless existing(name)
        existing(name)
      end

      def value(name)
        fact(name)&.value
      end
      alias [] value

      def load(name)
        @loader.load(name)
      end

      def load_all
        @loader.load_all
      end

      def list
        load_all
        @facts.keys.reject { |name| blocked?(name) }
      end

      def each
        list.each do |name|
          value = @facts[name].value
          yield name.to_s, value unless value.nil?
        end
      end

      def to_hash
        each.to_h
      end

      def flush
        @facts.each_value(&:flush)
      end

      private

      def fact_for(name, options)
        fact = (@facts[canonical(name)] ||= Fact.new(name, options))
        if options[:ldapname]
          Facter.warnonce('ldapname is deprecated and will be removed in a future version')
          fact.ldapname = options[:ldapname]
        end
        fact
      end

      def blocked?(name)
        (self.class.blocked || []).any? { |one| name.to_s == one || name.to_s.start_with?("#{one}.") }
      end

      def canonical(name)
        name.to_s.downcase.to_sym
      end
    end
  end
end
