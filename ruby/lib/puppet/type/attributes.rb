# frozen_string_literal: true

class Puppet::Type
  # Attributes of a type: methods that define them, and queries.
  module Attributes
    attr_reader :properties

    def newparam(name, options = {}, &block)
      param = genclass(name, parent: options[:parent] || Puppet::Parameter, prefix: 'Parameter', block: block,
                             attributes: options[:attributes] || {}, array: @parameters, hash: @paramhash)
      handle_param_options(name, options)
      param.required_features = options[:required_features] if options[:required_features]
      param.isnamevar if options[:namevar]
      forget_answers
      param
    end

    def newproperty(name, options = {}, &block)
      name = name.intern
      raise Puppet::DevError, "Options must be a hash, not #{options.inspect}" unless options.is_a?(Hash)
      if @validproperties.include?(name)
        raise Puppet::DevError, "Class #{self.name} already has a property named #{name}"
      end
      parent = options[:parent] || Puppet::Property
      rest = options.reject { |k, _| k == :parent }
      prop = genclass(name, parent: parent, hash: @validproperties, attributes: rest,
                            block: property_body(rest, block))
      name == :ensure ? @properties.unshift(prop) : @properties.push(prop)
      forget_answers
      prop
    end

    # Adds a metaparameter for all resources of the environment.
    def newmetaparam(name, options = {}, &block)
      added = Ficelle::Restypes.current.metaparams
      name = name.intern
      if metaparam?(name)
        raise Puppet::ConstantAlreadyDefined,
              "Class MetaParam#{name.to_s.capitalize} is already defined in Puppet::Type"
      end
      param = Class.new(options[:parent] || Puppet::Parameter) { @name = name }
      param.send(:extend, Puppet::Util::ClassGen)
      param.initvars
      param.class_eval(&block) if block
      param.required_features = options[:required_features] if options[:required_features]
      handle_param_options(name, options)
      param.metaparam = true
      Ficelle::Core.add_metaparameter(name.to_s)
      added[name] = param
    end

    def ensurable(&block)
      newproperty(:ensure, parent: Puppet::Property::Ensure, &(block || proc { defaultvalues }))
    end

    def ensurable?
      %i[exists? create destroy].all? { |method| public_method_defined?(method) }
    end

    def handle_param_options(name, options)
      return unless options[:boolean]
      define_method("#{name}?") { true if [true, :true].include?(self[name]) }
    end

    def parameters
      (@parameters || []).map(&:name)
    end

    def paramclass(name)
      @paramhash[name]
    end

    def paramdoc(name)
      @paramhash[name].doc
    end

    def propertybyname(name)
      @validproperties[name]
    end

    def validproperties
      (@validproperties || {}).keys
    end

    def validproperty?(name)
      name = name.intern
      @validproperties.include?(name) && @validproperties[name]
    end

    def validparameter?(name)
      raise Puppet::DevError, "Class #{self} has not defined parameters" unless @parameters
      @paramhash.include?(name) || metaparam?(name)
    end

    def validattr?(name)
      name = name.intern
      name == :name || !attrtype(name).nil?
    end

    def valid_parameter?(name)
      validattr?(name)
    end

    def attrtype(name)
      if @validproperties.include?(name) then :property
      elsif @paramhash.include?(name) then :param
      elsif metaparam?(name) then :meta
      end
    end

    def attrclass(name)
      @validproperties[name] || @paramhash[name] || metaparamclass(name)
    end

    def allattrs
      key_attributes | (parameters & [:provider]) | properties.map(&:name) | parameters | metaparams
    end

    def key_attribute_parameters
      @key_attribute_parameters ||= @parameters.select { |p| p.isnamevar? || p.name == :name }
    end

    def key_attributes
      key_attribute_parameters.map(&:name)
    end

    def parameters_to_include
      []
    end

    def metaparams
      METAPARAMS + Ficelle::Restypes.current.metaparams.keys
    end

    def metaparam?(name)
      METAPARAMS.include?(name.intern) || Ficelle::Restypes.current.metaparams.key?(name.intern)
    end

    # The metaparameters that modules have added.
    def metaparamclass(name)
      name && Ficelle::Restypes.current.metaparams[name.intern]
    end

    def eachmetaparam(&block)
      metaparams.each(&block)
    end

    private

    def property_body(options, block)
      proc do
        if options[:retrieve]
          define_method(:retrieve) { provider.public_send(options[:retrieve]) }
        end
        class_eval(&block) if block
      end
    end

    def forget_answers
      @key_attribute_parameters = nil
    end
  end
end
