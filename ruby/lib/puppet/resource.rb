# frozen_string_literal: true

module Puppet
  # A reference to a resource, or a resource that is not in a catalog.
  class Resource
    include Enumerable
    include Ficelle::Crossing
    autoload :Catalog, 'puppet/resource/catalog'

    autoload :Status, 'puppet/resource/status'
    autoload :Type, 'puppet/resource/type'
    autoload :TypeCollection, 'puppet/resource/type_collection'

    attr_reader :type, :title, :parameters
    attr_accessor :file, :line, :virtual, :exported, :catalog
    attr_writer :sensitive_parameters

    def sensitive_parameters
      @sensitive_parameters ||= []
    end

    def tags
      @tags ||= []
    end

    def tag(*names)
      @tags = tags | names.flatten.compact.map { |name| name.to_s.downcase }
    end

    def tagged?(*names)
      !(names.flatten.map { |name| name.to_s.downcase } & tags).empty?
    end

    def merge_tags_from(other)
      tag(*other.tags)
    end

    # [type, title] of "File[/x]", or of a type and a title.
    def self.type_and_title(type, title)
      type = type.name if type.is_a?(Class)
      type = type.to_s
      if title.nil? && (m = type.match(/\A([^\[\]]+)\[(.+)\]\z/m))
        [m[1], m[2]]
      elsif title.nil?
        raise ArgumentError, "No title provided and #{type.inspect} is not a valid resource reference"
      else
        [type, title]
      end
    end

    # Resources of the host: Puppet::Resource.indirection.find('Type/title') and search('Type/').
    module Indirection
      module_function

      def find(key)
        type, title = split(key)
        found = type.instances.find { |resource| resource.name == title }
        found ||= type.new(name: title, audit: type.properties.map { |p| p.name.to_s })
        found.to_resource
      end

      # Applies the given attributes.
      def search(key, options = {})
        type, = split(key)
        type.instances.map(&:to_resource).select { |r| options.all? { |name, value| r[name] == value } }.sort_by(&:title)
      end

      def split(key)
        raise Puppet::Error, 'not supported: Puppet::Resource.indirection while a catalog is compiled' unless Ficelle.applying?
        name, title = key.split('/', 2)
        [Puppet::Type.type(name.downcase) || raise(ArgumentError, "Could not find type #{name}"), title]
      end
      private_class_method :split
    end

    def self.indirection
      Indirection
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

    # The name may be that of an attribute.
    def []=(name, value)
      name = name.name if name.respond_to?(:name)
      @parameters[name.to_sym] = value
    end

    # Includes the attributes that follow from the title.
    def to_hash
      return @parameters.dup if Ficelle.applying?
      Ficelle::Core.title_parts(type, title.to_s).transform_keys(&:to_sym).merge(@parameters)
    end

    def each
      @parameters.each { |name, value| yield name, value }
    end

    # Methods of a hash are applied to its attributes.
    %i[has_key? keys length delete empty? <<].each do |method|
      define_method(method) { |*args| @parameters.public_send(method, *args) }
    end

    def include?(name)
      @parameters.key?(name.to_sym)
    end

    def ref
      "#{type}[#{title}]"
    end
    alias to_s ref
    alias to_ref ref

    def name
      "#{type}/#{title}"
    end

    def environment
      Puppet::Node::Environment.current
    end

    def virtual?
      @virtual ? true : false
    end

    def exported?
      @exported ? true : false
    end

    def builtin_type?
      !class? && Puppet::Type.type(type) ? true : false
    end

    def stage?
      type == 'Stage'
    end

    def pos
    end

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
