# frozen_string_literal: true

# Makes classes and modules from a name and a block: the attributes and providers of types, report processors.
module Puppet::Util
  module ClassGen
    # Options: parent, prefix (of the constant), hash and array (where to store the class), attributes (set with
    # writers), include, extend, block.
    def genclass(name, options = {}, &block)
      name = name.to_s.downcase.intern
      klass = Class.new(options[:parent] || self) { @name = name }
      generate(name, klass, options, block)
    end

    # The same for a module.
    def genmodule(name, options = {}, &block)
      name = name.to_s.downcase.intern
      generate(name, Module.new, options, block)
    end

    def rmclass(name, options)
      const = "#{options[:prefix]}#{name.to_s.capitalize}"
      there = const_defined?(const, false)
      remove_const(const) if there
      kept = options[:hash]&.delete(name)
      there || !kept.nil?
    end

    private

    def generate(name, klass, options, block)
      const = "#{options[:prefix]}#{name.to_s.capitalize}"
      if const_defined?(const, false)
        unless options[:overwrite]
          raise Puppet::ConstantAlreadyDefined, "Class #{const} is already defined in #{self}"
        end
        remove_const(const)
      end
      const_set(const, klass)
      klass.instance_variable_set(:@made_in, self)
      prepare_class(klass, options)
      body = block || options[:block]
      klass.class_eval(&body) if body
      klass.postinit if klass.respond_to?(:postinit)
      keep_class(klass, name, options)
      klass
    end

    def prepare_class(klass, options)
      klass.initvars if klass.respond_to?(:initvars)
      options[:attributes]&.each do |name, value|
        klass.public_send("#{name}=", value) if klass.respond_to?("#{name}=")
      end
      Array(options[:include]).each { |mod| klass.include(mod) }
      Array(options[:extend]).each { |mod| klass.extend(mod) }
      klass.preinit if klass.respond_to?(:preinit)
    end

    def keep_class(klass, name, options)
      hash = options[:hash]
      list = options[:array]
      known = hash&.include?(name) || list&.any? { |c| c.name == name }
      if known && !options[:overwrite]
        raise Puppet::SubclassAlreadyDefined, "Already a generated class named #{name}"
      end
      hash[name] = klass if hash
      list << klass if list
    end
  end
end
