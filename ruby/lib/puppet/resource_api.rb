# frozen_string_literal: true

require 'puppet/type'

# Types of the Resource API, as far as a compiler needs them: names of attributes, namevars, patterns of titles. Their values
# are checked on the machine.
module Puppet
  module ResourceApi
    BEHAVIOURS = %i[read_only namevar parameter init_only].freeze
    RESERVED = %i[title provider alias audit before consume export loglevel noop notify require schedule stage
                  subscribe tag].freeze

    module_function

    def register_type(definition)
      check(definition)
      definition[:attributes].each_value { |a| a[:behaviour] = a.delete(:behavior) if a[:behavior] }
      api = self
      Puppet::Type.newtype(definition[:name].to_sym) do
        @doc = definition[:desc] || definition[:docs]
        @rsapi_definition = definition
        apply_to_device if (definition[:features] || []).include?('remote_resource')
        define_singleton_method(:title_patterns) { api.title_patterns(definition) }
        definition[:attributes].each { |name, options| api.add_attribute(self, name, options) }
        %i[autorequire autobefore autosubscribe autonotify].each do |kind|
          (definition[kind] || {}).each do |type, titles|
            public_send(kind, type.downcase.to_sym) { api.titles_of(self, titles) }
          end
        end
      end
    end

    # A description of a way to a device; compiling needs none.
    def register_transport(_schema); end

    def check(definition)
      unless definition.is_a?(Hash)
        raise Puppet::DevError, "Puppet::ResourceApi::TypeDefinition must be a Hash, not `#{definition.class}`"
      end
      raise Puppet::DevError, 'Puppet::ResourceApi::TypeDefinition must have a name' unless definition.key?(:name)
      unless definition[:attributes].is_a?(Hash)
        raise Puppet::DevError, "`#{definition[:name]}.attributes` must be a hash, not `#{definition[:attributes].class}`"
      end
      taken = RESERVED.find { |name| definition[:attributes].key?(name) }
      raise Puppet::DevError, "must not define an attribute called `#{taken.inspect}`" if taken
      definition[:attributes].each do |name, options|
        raise Puppet::DevError, "`#{definition[:name]}.#{name}` must be a Hash, not a #{options.class}" unless options.is_a?(Hash)
        raise Puppet::DevError, "`#{definition[:name]}.#{name}` has no type" unless options.key?(:type)
      end
    end

    def add_attribute(type, name, options)
      behaviour = options[:behaviour]
      if behaviour && !BEHAVIOURS.include?(behaviour)
        raise Puppet::ResourceError, "`#{behaviour}` is not a valid behaviour value"
      end
      how = %i[parameter namevar read_only].include?(behaviour) ? :newparam : :newproperty
      type.public_send(how, name.to_sym) do
        desc "#{options[:desc]} (a #{options[:type]})" if options[:desc]
        isnamevar if behaviour == :namevar
      end
    end

    # The names of the groups are those of the attributes.
    def title_patterns(definition)
      first = definition[:attributes].find { |_, options| options[:behaviour] == :namevar }&.first
      return [[/(.*)/m, [[first]]]] unless definition.key?(:title_patterns)
      definition[:title_patterns].map do |one|
        regex = Regexp.new(one[:pattern])
        [regex, regex.names.map { |name| [name.to_sym] }]
      end
    end

    # "$name" stands for the value of an attribute.
    def titles_of(resource, titles)
      [titles].flatten.map { |t| t.is_a?(String) && t.start_with?('$') ? resource[t[1..].to_sym] : t }.flatten.compact
    end

    # Providers inherit from it.
    class SimpleProvider
    end
  end
end
