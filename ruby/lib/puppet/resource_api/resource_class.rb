# frozen_string_literal: true

module Puppet
  module ResourceApi
    # Additional methods of the classes of such types.
    module ResourceClass
      attr_reader :type_definition

      def my_provider
        @my_provider ||= ResourceApi.load_provider(type_definition.name).new
      end

      def context
        @context ||= PuppetContext.new(type_definition)
      end

      # Groups in the patterns have the names of attributes.
      def title_patterns
        given = type_definition.definition
        return [[/(.*)/m, [[type_definition.namevars.first]]]] unless given.key?(:title_patterns)
        given[:title_patterns].map do |one|
          [one[:pattern], Regexp.new(one[:pattern]).names.map { |name| [name.to_sym] }]
        end
      end

      # "$name" means the value of an attribute.
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

      # The resources that the provider finds on the host.
      def instances
        provider(type_definition.name)
        found = type_definition.feature?('simple_get_filter') ? my_provider.get(context, []) : my_provider.get(context)
        found.map do |state|
          type_definition.check_schema(state)
          new(title: state[:title] || title_of(state)).tap { |resource| resource.cache_current_state(state) }
        end
      end

      # The namevar; a hash if there are several.
      def title_of(values)
        names = type_definition.namevars
        names.size > 1 ? names.to_h { |name| [name, values[name]] } : values[names.first]
      end

      # Methods of the resources.
      module Resource
        def initialize(given)
          secret = []
          if given.is_a?(Puppet::Resource)
            @title = given.title
            @catalog = given.catalog
            secret = given.sensitive_parameters
            given = self.class.with_title_parts(given)
          else
            @known_absent = true
            given = given.to_hash
          end
          super(told(wrapped(given, secret)))
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

        def rsapi_title
          @rsapi_title ||= self.class.title_of(self)
        end

        # The wanted state in the provider's form.
        def rsapi_canonicalized_target_state
          @rsapi_target ||= begin
            own = @parameters.select { |name, _| type_definition.attributes.key?(name) }
            canonical(own.transform_values(&:rs_value))
          end
        end

        def rsapi_current_state
          refresh_current_state unless @rsapi_current_state
          @rsapi_current_state
        end

        def cache_current_state(state)
          @rsapi_current_state = state
          strict_check(state)
        end

        def refresh_current_state
          all = if type_definition.feature?('simple_get_filter') then my_provider.get(context, [rsapi_title])
                else my_provider.get(context)
                end
          @rsapi_current_state = all.find { |state| own_state?(state) }
          return @rsapi_current_state = absent_state unless @rsapi_current_state
          type_definition.check_schema(@rsapi_current_state)
          strict_check(@rsapi_current_state)
        end

        def retrieve
          Puppet.debug("Current State: #{rsapi_current_state.inspect}")
          found = Puppet::Resource.new(self.class, title, parameters: rsapi_current_state)
          found[:ensure] = found[:ensure].to_sym if type_definition.ensurable? && found[:ensure].is_a?(String)
          check_missing_attributes
          found
        end

        # What `puppet resource` prints: the provider's attributes in its order, then those that are no properties.
        def shown
          all = retrieve.to_hash.merge(parameters_beside_title)
          hidden = %i[title rsapi_custom_insync_trigger]
          hidden += type_definition.namevars if type_definition.namevars.size == 1
          all.filter_map do |name, value|
            options = type_definition.attributes[name]
            [name.to_s, value, options[:behaviour] == :read_only] unless options.nil? || hidden.include?(name)
          end
        end

        def flush
          check_missing_attributes
          target = rsapi_canonicalized_target_state
          retrieve unless @rsapi_current_state
          return if @rsapi_current_state == target
          Puppet.debug("Target State: #{target.inspect}")
          check_init_only(target)
          hand_to_provider(target)
          if context.failed?
            context.reset_failed
            raise 'Execution encountered an error'
          end
          @rsapi_current_state = target
        end

        # Checks that required attributes are set.
        def validate
          @missing = []
          return if @known_absent
          missing = type_definition.attributes.select { |name, options| missing?(name, options) }
          @missing = missing.keys - [:ensure]
          params = missing.select { |_, options| options[:behaviour] == :parameter }
          raise_missing('parameters', params.keys) unless params.empty?
        end

        private

        def parameters_beside_title
          others = @parameters.reject do |_, parameter|
            parameter.metaparam? || parameter.is_a?(Puppet::Property) ||
              (parameter.isnamevar? && parameter.value == title)
          end
          others.transform_values(&:value)
        end

        # Secret values are wrapped, for all providers.
        def wrapped(given, secret)
          kind = Puppet::Pops::Types::PSensitiveType::Sensitive
          given.to_h { |name, v| [name, secret.include?(name) && !v.is_a?(kind) ? kind.new(v) : v] }
        end

        def told(given)
          given = canonical(given)
          return given unless type_definition.attributes[:name].nil? && given[:title].nil?
          title = given.delete(:name) || (@title unless type_definition.namevars.empty?)
          given.merge(title: title)
        end

        def canonical(state)
          type_definition.feature?('canonicalize') ? my_provider.canonicalize(context, [state]).first : state
        end

        def missing?(name, options)
          return false if %i[read_only namevar].include?(options[:behaviour])
          removed = type_definition.ensurable? && value(:ensure).to_s == 'absent'
          return false if removed && options[:behaviour].nil?
          type = DataTypeHandling.parse_puppet_type(:name, options[:type])
          value(name).nil? && !type.instance_of?(Puppet::Pops::Types::POptionalType)
        end

        def check_missing_attributes
          return if @missing.nil? || @missing.empty?
          raise_missing('attributes', @missing) unless [nil, :absent].include?(value(:ensure))
        end

        def raise_missing(what, names)
          raise Puppet::ResourceError, "The following mandatory #{what} were not provided:\n    *  " +
                                       names.join(", \n    *  ")
        end

        def own_state?(state)
          type_definition.namevars.all? do |name|
            parameter = @parameters[name]
            parameter.respond_to?(:value) && state[name] == parameter.value
          end
        end

        def absent_state
          state = rsapi_title.is_a?(Hash) ? rsapi_title.dup : { title: rsapi_title }
          state[:ensure] = :absent if type_definition.ensurable?
          state
        end

        # Some attributes can only be set when the resource is created.
        def check_init_only(target)
          states = [@rsapi_current_state, target].map { |state| state[:ensure].to_s }
          return unless states == %w[present present]
          target.each do |name, value|
            is = @rsapi_current_state[name]
            next unless type_definition.attributes[name][:behaviour] == :init_only && value != is
            raise Puppet::ResourceError,
                  "Attempting to change `#{name}` init_only attribute value from `#{is}` to `#{value}`"
          end
        end

        def hand_to_provider(target)
          change = { rsapi_title => { is: @rsapi_current_state, should: target } }
          if type_definition.feature?('supports_noop') then my_provider.set(context, change, noop: noop?)
          elsif !noop? then my_provider.set(context, change)
          end
        end

        # Checks that a provider returns states in canonical form.
        def strict_check(state)
          return unless type_definition.feature?('canonicalize')
          other = my_provider.canonicalize(context, [Marshal.load(Marshal.dump(state))]).first
          return if other.nil? || other == state
          raise Puppet::DevError, "#{type_definition.name}[#{@title}]#get has not provided canonicalized values.\n" \
                                  "Returned values:       #{state.inspect}\nCanonicalized values:  #{other.inspect}"
        end
      end
    end
  end
end
