# frozen_string_literal: true

module Facter
  module Util
    # A fact and its resolutions.
    class Fact
      KINDS = { simple: Resolution, aggregate: Core::Aggregate }.freeze

      attr_reader :name, :location
      attr_accessor :ldapname, :options, :used_resolution_weight

      def initialize(name, options = {})
        @name = name.to_s.downcase.to_sym
        @ldapname = @name.to_s
        @options = options
        @resolutions = []
        @used_resolution_weight = 0
      end

      def add(options = {}, &block)
        @options = @options.merge(options)
        @location = options[:file] || block&.source_location
        define_resolution(nil, options, &block)
      end

      # The resolution of that name, created if it is new; evaluates the block in it.
      def define_resolution(name, options = {}, &block)
        options = options.dup
        found = resolution_of_kind(name, options.delete(:type) || :simple)
        found.options(options) unless options.empty?
        found.evaluate(&block) if block
        found
      rescue StandardError => e
        Facter.log_exception(e, "Unable to add resolve #{name.inspect} for fact #{@name}: #{e.message}")
      end

      def resolution(name)
        @resolutions.find { |one| one.name == name } unless name.nil?
      end

      def flush
        @resolutions.each(&:flush)
        @value = nil
      end

      def value
        return @value unless @value.nil?

        if @resolutions.empty?
          Facter.debug("No resolves for #{@name}")
          return nil
        end
        searching { @value = weigh_with_core(first_value) }
      end

      # External facts precede custom ones of the same weight, older ones precede newer ones.
      def ordered_resolutions
        @resolutions.each_with_index.select { |one, _| one.suitable? }
                    .sort_by { |one, index| [-one.weight, -one.rank, index] }.map(&:first)
      end

      private

      def resolution_of_kind(name, kind)
        existing = resolution(name)
        if existing.nil?
          type = KINDS.fetch(kind) do
            raise ArgumentError, "Expected resolution type to be one of (:simple, :aggregate) but was #{kind}"
          end
          @resolutions << (existing = type.new(name, self))
        elsif existing.resolution_type != kind
          raise ArgumentError, "Cannot return resolution #{name} with type #{kind}; already defined as " \
                               "#{existing.resolution_type}"
        end
        existing
      end

      def first_value
        ordered_resolutions.each do |one|
          value = one.value
          @used_resolution_weight = one.weight
          next if value.nil?

          Facter.debug("#{one.fact_type} fact #{@name} got resolved from: #{@location}")
          return value
        end
        nil
      rescue ResolveCustomFactError
        nil
      end

      # A custom fact of weight 0 does not override a core fact.
      def weigh_with_core(value)
        return Facter.core_value(@name) if value.nil?

        core = Facter.core_value(@name) if @used_resolution_weight <= 0
        core.nil? ? value : core
      end

      def searching
        raise "Caught recursion on #{@name}" if @searching

        @searching = true
        begin
          yield
        ensure
          @searching = false
        end
      end
    end
  end
end
