# frozen_string_literal: true

require 'puppet/resource'

class Puppet::Type
  # One resource of a type, with its attributes as objects. Compiling makes none, but module code may. While a catalog
  # is applied, the core knows each resource by a number, and the values it last read are stored here.
  module Instance
    attr_accessor :file, :line, :catalog, :exported, :virtual, :agent_number, :agent_current
    attr_reader :provider, :original_parameters, :tags
    attr_writer :title, :noop

    # A Puppet::Resource, or a hash of attributes with :title or the namevar.
    def initialize(resource)
      resource = self.class.hash2resource(resource) unless resource.is_a?(Puppet::Resource)
      @parameters = {}
      @title = resource.title
      %i[file line catalog exported virtual].each do |name|
        value = resource.public_send(name)
        public_send("#{name}=", value) if value
      end
      tag(*resource.tags)
      @original_parameters = self.class.with_title_parts(resource)
      set_name(@original_parameters)
      set_default(:provider)
      set_parameters(@original_parameters)
      validate_resource
      set_sensitive_parameters(resource.sensitive_parameters)
    end

    def [](name)
      name = name.intern
      fail("Invalid parameter #{name}(#{name.inspect})") unless self.class.validattr?(name)
      name = name_var if name == :name && name_var
      return :notice if name == :loglevel && !@parameters.key?(name)
      @parameters[name]&.value
    end

    def []=(name, value)
      name = name.intern
      fail("no parameter named '#{name}'") unless self.class.validattr?(name)
      name = name_var if name == :name && name_var
      raise Puppet::Error, "Got nil value for #{name}" if value.nil?
      attribute = newattr(name) or return
      begin
        attribute.value = value
      rescue Puppet::Error, ArgumentError => e
        error = Puppet::ResourceError.new("Parameter #{name} failed on #{ref}: #{e}")
        raise adderrorcontext(error, e)
      end
    end

    # Returns an attribute, and adds it if it is missing; nil: the provider lacks a required feature.
    def newattr(name)
      name = name.name if name.is_a?(Class)
      klass = self.class.attrclass(name)
      return @parameters[name] ||= MetaValue.new(name, nil, self) if klass.nil? && self.class.metaparam?(name)
      raise Puppet::Error, "Resource type #{self.class.name} does not support parameter #{name}" unless klass
      return nil unless supported?(klass, name)
      @parameters[name] ||= klass.new(resource: self)
    end

    # A metaparameter.
    class MetaValue
      attr_reader :name, :value, :resource
      attr_accessor :sensitive

      def initialize(name, value = nil, resource = nil)
        @name = name
        @resource = resource
        self.value = value unless value.nil?
      end

      def value=(given)
        @value = munge(given)
      end
      alias should value

      def metaparam?
        true
      end

      private

      def munge(given)
        case name
        when *RELATIONSHIP_PARAMS then [given].flatten.map { |v| v.is_a?(String) && v.include?('[') ? Puppet::Resource.new(v) : v }
        when :loglevel then given.to_s.to_sym
        when :noop then given.to_s == 'true'
        when :audit then watch(given)
        when :tag then [given].flatten.each { |tag| resource&.tag(tag.to_s) }
        else given
        end
      end

      # Reads the audited attributes; `all`: every attribute that the provider supports.
      def watch(given)
        return given unless resource
        names = [given].flatten.map(&:to_s)
        if names.include?('all')
          known = resource.class.properties.select { |p| resource.provider.nil? || resource.provider.class.supports_parameter?(p) }
          names = known.map { |p| p.name.to_s }
        end
        names.each { |name| resource.newattr(name.to_sym) if resource.class.validproperty?(name) }
        names
      end
    end

    def delete(name)
      name = name.intern
      raise Puppet::DevError, "Undefined attribute '#{name}' in #{self}" unless @parameters.key?(name)
      @parameters.delete(name)
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
      name = name_var if name.to_sym == :name && name_var
      @parameters[name.intern]&.value
    end

    def parameters_with_value
      self.class.parameters.map { |name| parameter(name) }.compact
    end

    def eachparameter(&block)
      parameters_with_value.each(&block)
    end

    def eachproperty(&block)
      properties.each(&block)
    end
    alias each eachproperty

    # A provider, or the name of one.
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

    # Whether its provider works here; chooses the default provider if it has none.
    def suitable?
      return true unless self.class.paramclass(:provider)
      return true if provider&.class&.suitable?
      return false if provider || self.class.defaultprovider.nil?
      self.provider = self.class.defaultprovider.name
      true
    end

    def name_var
      keys = self.class.key_attributes
      keys.length == 1 && keys.first
    end

    def uniqueness_key
      self.class.key_attributes.sort_by(&:to_s).map { |name| self[name] }
    end

    def title
      @title ||= self[:name] || raise(Puppet::DevError, "Could not find namevar #{name_var} for #{self.class.name}")
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

    def to_resource
      found = retrieve_resource
      found.tag(*tags)
      @parameters.each do |name, p|
        found[name] = p.value unless p.is_a?(Puppet::Property) || (p.is_a?(Puppet::Parameter) && p.isnamevar? && p.value == title)
      end
      found
    end

    # --- reading the host ---

    # As a Puppet::Resource.
    def retrieve
      if provider.is_a?(Puppet::Provider) && !provider.class.suitable?
        fail "Provider #{provider.class.name} is not functional on this host"
      end
      found = Puppet::Resource.new(self.class, title)
      found[:name] = self[:name] unless self[:name] == title
      is = property(:ensure)
      found[:ensure] = state = is.retrieve if is
      properties.each do |p|
        next if p.name == :ensure
        found[p.name] = state == :absent ? :absent : p.retrieve
      end
      found
    end

    def retrieve_resource
      found = retrieve
      found.is_a?(Hash) ? Puppet::Resource.new(self.class, title, parameters: found) : found
    end

    def currentpropvalues
      state = nil
      properties.to_h do |p|
        value = p.name != :ensure && state == :absent ? :absent : p.retrieve
        state = value if p.name == :ensure
        [p, value]
      end
    end

    def present?(current)
      current[:ensure] != :absent
    end

    def insync?(current)
      properties.all? { |p| p.should.nil? || p.safe_insync?(current.is_a?(Hash) ? current[p] : current[p.name]) }
    end

    def flush
      provider.flush if provider.respond_to?(:flush)
    end

    # --- queries ---

    def managed?
      properties.any? { |p| p.should && !p.class.unmanaged }
    end

    def isomorphic?
      self.class.isomorphic?
    end

    def noop?
      return @noop unless @noop.nil?
      return Ficelle::Core.agent_noop(agent_number) if agent_number && Ficelle.applying?
      self[:noop] || Puppet[:noop] == true
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

    def purging
      @purging = true
    end

    def purging?
      @purging ? true : false
    end

    def deleting?
      @parameters[:ensure]&.should == :absent
    end

    def self_refresh?
      self.class.self_refresh
    end

    def depthfirst?
      false
    end

    def finish; end

    def version
      0
    end

    def pathbuilder
      [path.delete_prefix('/')]
    end

    def path
      agent_number && Ficelle.applying? ? Ficelle::Core.agent_path(agent_number) : "/#{ref}"
    end

    def log(message)
      send_log(self[:loglevel], message)
    end

    # --- tags ---

    def tag(*names)
      @tags ||= []
      @tags |= names.flatten.compact.map { |name| name.to_s.downcase }
    end

    def tagged?(*names)
      !(names.flatten.map { |name| name.to_s.downcase } & (tags || [])).empty?
    end

    def <=>(other)
      other.respond_to?(:ref) ? ref <=> other.ref : nil
    end

    # --- relationships that the type adds: [[kind, type, title], …] ---

    def agent_relations
      %i[require subscribe before notify].flat_map do |kind|
        found = []
        self.class.public_send("eachauto#{kind}") do |type, block|
          next unless Puppet::Type.type(type) # classes and defined types have no autorelations

          [instance_eval(&block)].flatten(1).compact.each do |name|
            other = name.is_a?(Puppet::Type) ? name : catalog&.resource(type, name)
            found << [kind.to_s, other.type.to_s, other.title.to_s] if other && !other.equal?(self)
          end
        end
        found
      end
    end

    %i[require subscribe before notify].each do |kind|
      define_method("auto#{kind}") do |_catalog = nil|
        agent_relations.select { |how,| how == kind.to_s }.map { |_, type, title| catalog.resource(type, title) }
      end
    end

    protected

    # Which attributes are secret.
    def set_sensitive_parameters(names)
      names.each do |name|
        found = parameter(name)
        case found
        when Puppet::Property then found.sensitive = true
        when Puppet::Parameter
          warning("Unable to mark '#{name}' as sensitive: #{name} is a parameter and not a property, and cannot be " \
                  'automatically redacted.')
        else
          what = self.class.attrclass(name) ? 'assigned a value' : nil
          next err("Unable to mark '#{name}' as sensitive: the property itself is not defined on #{type}.") unless what
          warning("Unable to mark '#{name}' as sensitive: the property itself was not #{what}.")
        end
      end
      @parameters.each_value do |p|
        p.sensitive = p.is_sensitive if p.is_a?(Puppet::Parameter) && !p.sensitive && p.respond_to?(:is_sensitive)
      end
    end

    private

    def supported?(klass, name)
      return true unless provider && !provider.class.supports_parameter?(klass)
      missing = klass.required_features.reject { |feature| provider.class.feature?(feature) }
      debug("Provider #{provider.class.name} does not support features #{missing.join(', ')}; not managing attribute " \
            "#{name}")
      false
    end

    def set_name(given)
      self[name_var] = given.delete(name_var) if name_var
    end

    def set_parameters(given)
      unset = []
      (self.class.allattrs + given.keys).uniq.each do |name|
        given.key?(name) ? set_one(name, given[name]) : unset.push(name)
      end
      unset.each { |name| set_default(name) }
    end

    def set_one(name, value)
      self[name] = value
    rescue ArgumentError, Puppet::Error, TypeError
      raise
    rescue StandardError => e
      error = Puppet::DevError.new("Could not set #{name} on #{self.class.name}: #{e}")
      error.set_backtrace(e.backtrace)
      raise error
    end

    def set_default(name)
      klass = self.class.attrclass(name)
      return if klass.nil? || !klass.method_defined?(:default) || @parameters.include?(name)
      parameter = newattr(name) or return
      value = parameter.default
      value ? parameter.value = value : @parameters.delete(name)
    end

    def validate_resource
      validate if respond_to?(:validate)
    rescue Puppet::Error, ArgumentError => e
      raise adderrorcontext(Puppet::ResourceError.new("Validation of #{ref} failed: #{e}"), e)
    end
  end
end
