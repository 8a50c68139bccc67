# frozen_string_literal: true

class Puppet::Type
  # One resource of a type, with its attributes as objects. Compiling makes none; code in modules may.
  module Instance
    attr_accessor :file, :line, :catalog, :exported, :virtual
    attr_reader :provider, :original_parameters
    attr_writer :title, :noop

    # resource: a hash of attributes, with :title or the namevar.
    def initialize(resource)
      given = resource.to_hash.transform_keys(&:to_sym)
      @parameters = {}
      @title = given.delete(:title)
      @original_parameters = given.dup
      @title ||= given[:name] || given[name_var]
      raise Puppet::Error, 'Title or name must be provided' unless @title
      given[name_var] = @title if name_var && !given.key?(name_var) && !given.key?(:name)
      set_attributes(given)
      validate_resource
    end

    def [](name)
      name = attribute_name(name)
      fail("Invalid parameter #{name}(#{name.inspect})") unless self.class.validattr?(name)
      @parameters[name]&.value
    end

    def []=(name, value)
      name = attribute_name(name)
      fail("no parameter named '#{name}'") unless self.class.validattr?(name)
      raise Puppet::Error, "Got nil value for #{name}" if value.nil?
      begin
        newattr(name)&.value = value
      rescue Puppet::Error, ArgumentError => e
        raise Puppet::ResourceError, "Parameter #{name} failed on #{ref}: #{e}", e.backtrace
      end
    end

    def newattr(name)
      name = name.name if name.is_a?(Class)
      klass = self.class.attrclass(name)
      return @parameters[name] = MetaValue.new(name) if klass.nil? && self.class.metaparam?(name)
      unless klass
        raise Puppet::Error, "Resource type #{self.class.name} does not support parameter #{name}"
      end
      @parameters[name] ||= klass.new(resource: self)
    end

    # A metaparameter: kept as it was given.
    MetaValue = Struct.new(:name, :value) do
      def metaparam?
        true
      end
    end

    def delete(name)
      unless @parameters.key?(name.intern)
        raise Puppet::DevError, "Undefined attribute '#{name}' in #{self}"
      end
      @parameters.delete(name.intern)
    end

    def parameter(name)
      @parameters[name.to_sym]
    end

    def parameters
      @parameters.dup
    end

    def property(name)
      found = @parameters[name.intern]
      found if found.is_a?(Puppet::Property)
    end

    def properties
      self.class.properties.map { |p| @parameters[p.name] }.compact
    end

    def propertydefined?(name)
      @parameters.include?(name.intern)
    end

    def should(name)
      property(name)&.should
    end

    def value(name)
      @parameters[name.intern]&.value
    end

    def parameters_with_value
      self.class.allattrs.map { |name| parameter(name) }.compact
    end

    def eachparameter(&block)
      parameters_with_value.each(&block)
    end

    def eachproperty(&block)
      properties.each(&block)
    end

    def provider=(name)
      if name.is_a?(Puppet::Provider)
        @provider = name
        @provider.resource = self
        return
      end
      klass = self.class.provider(name)
      raise ArgumentError, "Could not find #{name} provider of #{self.class.name}" unless klass
      @provider = klass.new(self)
    end

    def name_var
      keys = self.class.key_attributes
      keys.length == 1 && keys.first
    end

    def uniqueness_key
      self.class.key_attributes.sort_by(&:to_s).map { |name| self[name] }
    end

    def title
      @title || self[:name]
    end

    def name
      self[:name]
    end

    def type
      self.class.name
    end

    def ref
      "#{self.class.name.to_s.capitalize}[#{title}]"
    end

    def to_s
      ref
    end

    def to_hash
      @parameters.transform_values(&:value)
    end

    def managed?
      properties.any? { |p| p.should && !p.class.unmanaged }
    end

    def isomorphic?
      self.class.isomorphic?
    end

    def noop?
      @noop || false
    end

    def noop
      noop?
    end

    def virtual?
      @virtual ? true : false
    end

    def exported?
      @exported ? true : false
    end

    def deleting?
      @parameters[:ensure]&.should == :absent
    end

    def pathbuilder
      [ref]
    end

    def path
      "/#{ref}"
    end

    def <=>(other)
      other.respond_to?(:ref) ? ref <=> other.ref : nil
    end

    private

    def attribute_name(name)
      name = name.intern
      name == :name && name_var ? name_var : name
    end

    def set_attributes(given)
      self[name_var] = given.delete(name_var) || given.delete(:name) if name_var
      unset = []
      (self.class.allattrs + given.keys).uniq.each do |name|
        given.key?(name) ? self[name] = given[name] : unset.push(name)
      end
      unset.each { |name| set_default(name) }
    end

    def set_default(name)
      klass = self.class.attrclass(name)
      return if klass.nil? || !klass.method_defined?(:default) || @parameters.include?(name)
      parameter = newattr(name)
      value = parameter.default
      value.nil? ? @parameters.delete(name) : parameter.value = value
    end

    def validate_resource
      validate if respond_to?(:validate)
    rescue Puppet::Error, ArgumentError => e
      raise Puppet::ResourceError, "Validation of #{ref} failed: #{e}", e.backtrace
    end
  end
end
