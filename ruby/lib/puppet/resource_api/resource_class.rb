# frozen_string_literal: true

module Puppet
  module ResourceApi
    # What classes of such types have beside other resource types.
    module ResourceClass
      attr_reader :type_definition

      def my_provider
        @my_provider ||= ResourceApi.load_provider(type_definition.name).new
      end

      def context
        @context ||= PuppetContext.new(type_definition)
      end

      # Groups of the patterns have the names of attributes.
      def title_patterns
        given = type_definition.definition
        return [[/(.*)/m, [[type_definition.namevars.first]]]] unless given.key?(:title_patterns)
        given[:title_patterns].map do |one|
          [one[:pattern], Regexp.new(one[:pattern]).names.map { |name| [name.to_sym] }]
        end
      end

      # "$name" stands for the value of an attribute.
      def relate(kind, targets)
        (targets || {}).each do |type, titles|
          public_send(kind, type.downcase.to_sym) do
            found = [titles].flatten.map do |title|
              title.is_a?(String) && title.start_with?('$') ? self[title[1..].to_sym] : title
            end
            found.flatten.compact
          end
        end
      end

      # One of its resources.
      module Resource
        def initialize(given)
          given = given.to_hash
          if type_definition.feature?('canonicalize')
            given = my_provider.canonicalize(context, [given]).first
          end
          if type_definition.attributes[:name].nil? && given[:title].nil?
            given = given.reject { |key,| key == :name }.merge(title: given[:name])
          end
          super(given)
        end

        def type_definition
          self.class.type_definition
        end

        def my_provider
          self.class.my_provider
        end

        def context
          self.class.context
        end

        def name
          title
        end

        # What must be given is there.
        def validate
          missing = type_definition.attributes.select { |name, options| missing?(name, options) }
          missing.select! { |_, options| options[:behaviour] == :parameter }
          return if missing.empty?
          raise Puppet::ResourceError, "The following mandatory parameters were not provided:\n    *  " +
                                       missing.keys.join(", \n    *  ")
        end

        private

        def missing?(name, options)
          return false if %i[read_only namevar].include?(options[:behaviour])
          type = DataTypeHandling.parse_puppet_type(:name, options[:type])
          value(name).nil? && !type.instance_of?(Puppet::Pops::Types::POptionalType)
        end
      end
    end
  end
end
