# frozen_string_literal: true

require 'puppet/datatypes'
require 'ficelle/object_class'

module Puppet
  module Pops
    module Loader
      # The module in which files of data types are evaluated, so that it gets their constants.
      class RubyDataTypeInstantiator
        def self.evaluate(loader_injected_arg, text, path)
          eval(text, binding, path, 1)
        end
      end
    end
  end
end

# Object types with code in Ruby: data types of modules, and types with the annotation RubyMethod.
module Ficelle
  # A data type, defined by a file in lib/puppet/datatypes.
  DataType = Struct.new(:name, :interface, :implementation, :implementation_class)

  DATATYPE_API = /Puppet::DataTypes\.create_type/.freeze

  class << self
    # Describes a data type to the core.
    def load_datatype(name, path)
      types = world[:datatypes] ||= {}
      type = types[name] ||= read_datatype(name, path)
      ours = type.implementation_class && adopt(type)
      { 'name' => type.name, 'interface' => type.interface, 'in_ruby' => !(type.implementation || type.implementation_class).nil?,
        'class' => ours ? nil : type.implementation_class && type.implementation_class.name }
    ensure
      world.watch(path)
    end

    # The constructor: names of its arguments, how many are required, whether it accepts a hash.
    def object_constructor(type_name)
      made = class_of_type(type_name)
      if made.respond_to?(:create_new_function)
        raise Puppet::Error, "not supported: the class #{made.name} makes its own constructor (create_new_function)"
      end
      names, required = ObjectArguments.of(type_name, made)
      { 'by_hash' => made.respond_to?(:from_asserted_hash), 'names' => names, 'required' => required }
    end

    def object_from_hash(type_name, hash)
      class_of_type(type_name).from_asserted_hash(hash)
    end

    def object_new(type_name, *args)
      made = class_of_type(type_name)
      made.respond_to?(:from_asserted_args) ? made.from_asserted_args(*args) : made.new(*args)
    end

    def object_send(object, name, *args, &block)
      catch(:next) { return object.__send__(ObjectClass.method_name(name), *args, &block) }
    end

    # The attributes that differ from their defaults.
    def object_init_hash(object, type_name)
      return object._pcore_init_hash if object.respond_to?(:_pcore_init_hash)

      fields = ObjectArguments.fields(type_name)
      ObjectArguments.of(type_name, object.class).first.each_with_object({}) do |name, all|
        value = object.__send__(name)
        all[name] = value unless ObjectClass.default?(fields[name], value)
      end
    end

    # The arguments that make an equal object, without trailing defaults.
    def object_arguments(object, type_name)
      names, required = ObjectArguments.of(type_name, object.class)
      fields = ObjectArguments.fields(type_name)
      pairs = names.map { |name| [name, object.__send__(name)] }
      pairs.pop while pairs.size > required && ObjectClass.default?(fields[pairs.last[0]], pairs.last[1])
      pairs.to_h
    end

    # The class of a type; classes that are made here exist until the compilation ends.
    def class_of_type(type_name)
      type = (world[:datatypes] || {})[type_name.downcase]
      return type.implementation_class if type&.implementation_class

      classes = memory[:object_classes] ||= {}
      classes[type_name] ||= ObjectClass.new(Core.object_type(type_name)).make(type&.implementation)
    end

    private

    def read_datatype(name, path)
      text = File.read(path, encoding: Encoding::UTF_8)
      unless DATATYPE_API.match?(text)
        raise ArgumentError, "The code loaded from #{path} does not seem to be a Puppet 5x API data type - no create_type call."
      end
      created = Puppet::Pops::Loader::RubyDataTypeInstantiator.evaluate(nil, text, path)
      unless created.is_a?(DataType)
        raise ArgumentError, "The code loaded from #{path} did not produce a data type when evaluated. Got '#{created.class}'"
      end
      unless created.name.casecmp(name).zero?
        raise ArgumentError, "The code loaded from #{path} produced mis-matched name, expected '#{name}', got #{created.name}"
      end
      created
    end

    # Gives the class of a data type the name of that type. False: the class is not a PuppetObject, so it is identified
    # by its own name.
    def adopt(type)
      made = type.implementation_class
      return false unless made < Puppet::Pops::Types::PuppetObject

      name = type.name
      made.define_singleton_method(:_pcore_type) { Core.type_parse(name) }
      made.define_singleton_method(:ficelle_type_name) { name }
      true
    end
  end

  Values::MAKERS['Object'] = ->(number) { memory[:objects].fetch(number) }
end
