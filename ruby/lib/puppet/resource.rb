# frozen_string_literal: true

module Puppet
  # A reference to a resource, or one that is going to be made.
  class Resource
    include Ficelle::Crossing
    autoload :Catalog, 'puppet/resource/catalog'

    # What a name of a resource type, define or class stands for.
    class Type
      attr_reader :name, :type

      def initialize(name, type = :definition)
        @name = name
        @type = type
      end

      # Where it is defined; a class or define of the main manifest is no module's.
      def module_name
        place[0]
      end

      def file
        place[1]
      end

      def line
        place[2]
      end

      def to_s
        name
      end

      private

      def place
        @place ||= Ficelle::Core.definition_place(type.to_s, name)
      end
    end

    attr_reader :type, :title
    attr_accessor :file, :line, :virtual, :exported

    # [type, title] of "File[/x]", or of a type and a title.
    def self.type_and_title(type, title)
      type = type.to_s
      if title.nil? && (m = type.match(/\A([^\[\]]+)\[(.+)\]\z/m))
        [m[1], m[2]]
      elsif title.nil?
        raise ArgumentError, "No title provided and #{type.inspect} is not a valid resource reference"
      else
        [type, title]
      end
    end

    def self.capitalize(name)
      name.to_s.split('::').map(&:capitalize).join('::')
    end

    def initialize(type, title = nil, attributes = {})
      type, title = Resource.type_and_title(type, title)
      @type = Resource.capitalize(type)
      @title = @type == 'Class' ? title_of_class(title) : title
      @parameters = (attributes[:parameters] || {}).transform_keys(&:to_sym)
    end

    def [](name)
      name = name.to_sym
      return title if name == :title

      @parameters[name]
    end

    def []=(name, value)
      @parameters[name.to_sym] = value
    end

    # What the title says of attributes is among them.
    def to_hash
      Ficelle::Core.title_parts(type, title.to_s).transform_keys(&:to_sym).merge(@parameters)
    end

    def each(&block)
      @parameters.each(&block)
    end

    def ref
      "#{type}[#{title}]"
    end
    alias to_s ref

    def inspect
      "#{ref}#{to_hash.inspect}"
    end

    def class?
      type == 'Class'
    end

    def ==(other)
      other.is_a?(Resource) && other.ref == ref && other.to_hash == to_hash
    end

    def to_ficelle
      ['Resource', [type.downcase, title.to_s]]
    end

    private

    def title_of_class(title)
      title.to_s.empty? ? title : Resource.capitalize(title.to_s.delete_prefix('::'))
    end
  end
end

Ficelle::Values::MAKERS['Resource'] = ->(parts) { Puppet::Resource.new(parts[0], parts[1]) }
