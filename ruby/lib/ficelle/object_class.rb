# frozen_string_literal: true

module Ficelle
  # The order of a constructor's arguments: the attributes of a type.
  module ObjectArguments
    class << self
      # Returns [names, how many are required].
      def of(type_name, made)
        known = (Ficelle.memory[:object_arguments] ||= {})
        known[[type_name, made]] ||= find(type_name, made)
      end

      # The attributes that objects of a type are made from, by name.
      def fields(type_name)
        known = (Ficelle.memory[:object_fields] ||= {})
        known[type_name] ||= Core.object_type(type_name)['fields'].to_h { |field| [field['name'], field] }
      end

      private

      def find(type_name, made)
        optional, needed = fields(type_name).values.partition { |field| field['optional'] }
        names = (needed + optional).map { |field| field['name'] }
        taken, required = parameters(made, names)
        return [names, needed.size] if taken == names

        if taken.size < names.size || required > names.size
          raise ArgumentError, "Initializer for class #{made.name} does not match the attributes of #{type_name}"
        end
        [reorder(type_name, made, names, taken.first(names.size)), needed.size]
      end

      def parameters(made, names)
        method = made.respond_to?(:from_asserted_args) ? made.method(:from_asserted_args) : made.instance_method(:initialize)
        taken = method.parameters.map do |_, parameter|
          name = ObjectClass.attribute_name(parameter.to_s)
          names.include?(name) ? name : parameter.to_s
        end
        [taken, method.parameters.count { |kind,| kind == :req }]
      end

      def reorder(type_name, made, names, taken)
        stranger = taken.find { |name| !names.include?(name) }
        return taken unless stranger

        raise ArgumentError, "Initializer for class #{made.name} parameter '#{stranger}' does not match any of the the attributes " \
                             "of type #{type_name}"
      end
    end
  end

  # Makes the class of a type that has none: attributes, a constructor, comparison by attributes.
  class ObjectClass
    RESERVED = %w[alias begin break def do end ensure for module next nil not redo rescue retry return self super then until when
                  while yield].freeze

    class << self
      # Reserved words of Ruby cannot be method names.
      def method_name(name)
        RESERVED.include?(name) ? "_#{name}" : name
      end

      def attribute_name(method_name)
        RESERVED.include?(method_name.delete_prefix('_')) ? method_name.delete_prefix('_') : method_name
      end

      def default?(field, value)
        field['has_value'] && field['value'] == value
      end

      def check_arguments(order, args)
        least = order.count { |field| !field['has_value'] }
        unless args.size.between?(least, order.size)
          expected = least == order.size ? least : "#{least}..#{order.size}"
          raise ArgumentError, "wrong number of arguments (given #{args.size}, expected #{expected})"
        end
        order.zip(args).first(args.size).each do |field, value|
          Puppet::Pops::Types::TypeAsserter.assert_instance_of("#{field['container']}[#{field['name']}]", field['type'], value)
        end
      end
    end

    def initialize(description)
      @type = description
      @fields = description['fields']
      @own = @fields.select { |field| field['own'] }
      @name = description['name']
    end

    def make(implementation)
      parent = @type['parent']
      @made = Class.new(parent ? Ficelle.class_of_type(parent) : Object)
      @made.include(Puppet::Pops::Types::PuppetObject) unless parent
      define_type
      define_constants
      define_constructors
      define_attributes if parent.nil? || !@own.empty?
      define_init_hash unless @own.empty? && parent.nil?
      define_functions
      define_comparison
      @made.class_eval(&implementation) if implementation
      @made
    end

    private

    def method_name(name)
      ObjectClass.method_name(name)
    end

    def define_type
      type = @type['type']
      name = @name
      @made.define_singleton_method(:_pcore_type) { type }
      @made.define_singleton_method(:ficelle_type_name) { name }
      @made.define_singleton_method(:ref) { |text| Core.type_parse(text) }
    end

    def define_constants
      @type['constants'].each do |constant|
        value = constant['value']
        name = method_name(constant['name'])
        @made.define_singleton_method(name) { value }
        @made.define_method(name) { value }
      end
    end

    # The fields in the order of the constructor's arguments.
    def arguments
      @arguments ||= @fields.partition { |field| !field['has_value'] }.flatten(1)
    end

    def define_constructors
      order = arguments
      label = @name
      init_type = @type['init_hash_type']
      @made.define_singleton_method(:from_hash) do |hash|
        from_asserted_hash(Puppet::Pops::Types::TypeAsserter.assert_instance_of("#{label} initializer", init_type, hash))
      end
      @made.define_singleton_method(:from_asserted_hash) do |hash|
        new(*order.map { |field| hash.fetch(field['name']) { field['value'] } })
      end
      @made.define_singleton_method(:create) do |*args|
        ObjectClass.check_arguments(order, args)
        new(*args)
      end
    end

    def define_attributes
      @own.each { |field| @made.attr_reader(method_name(field['name'])) }
      @type['derived'].each { |member| define_member(member, "no method is implemented for derived #{member['label']}") }
      define_hash unless @type['parent']
      define_initialize unless @fields.empty? && @type['parent']
    end

    def define_hash
      name = @name
      @made.define_method(:hash) { @hash || name.hash }
    end

    # The parameters have the names of the attributes, so that their order can be read from the method.
    def define_initialize
      defaults = arguments.to_h { |field| [field['name'], field['value']] }
      @made.define_singleton_method(:ficelle_default) { |name| defaults[name] }
      parameters = arguments.map do |field|
        name = method_name(field['name'])
        field['has_value'] ? "#{name} = self.class.ficelle_default('#{field['name']}')" : name
      end
      inherited = arguments.reject { |field| field['own'] }.map { |field| method_name(field['name']) }
      sets = @own.map { |field| "@#{method_name(field['name'])} = #{method_name(field['name'])}" }
      @made.class_eval("def initialize(#{parameters.join(', ')})\n  super(#{inherited.join(', ')})\n  " \
                       "#{(sets + [hash_code]).join("\n  ")}\nend")
    end

    def hash_code
      names = compared & @own.map { |field| field['name'] }
      "@hash = [#{['(@hash || 0)', *names.map { |name| method_name(name) }].join(', ')}].hash"
    end

    def compared
      @type['equality'] || @own.map { |field| field['name'] }
    end

    def define_init_hash
      fields = @own.map { |field| [field, :"@#{method_name(field['name'])}"] }
      inherits = @type['parent']
      @made.define_method(:_pcore_init_hash) do
        all = inherits ? super() : {}
        fields.each do |field, variable|
          value = instance_variable_get(variable)
          all[field['name']] = value unless ObjectClass.default?(field, value)
        end
        all
      end
    end

    def define_functions
      @type['functions'].each { |member| define_member(member, "no method is implemented for #{member['label']}") }
    end

    # Defines the code of the annotation RubyMethod, or a method that fails with the message.
    def define_member(member, message)
      name = method_name(member['name'])
      code = member['code']
      if code
        @made.class_eval("def #{name}(#{code['parameters']})\n  #{code['body']}\nend")
      else
        @made.define_method(name) { |*| raise Puppet::Error, message }
      end
    end

    def define_comparison
      variables = compared.map { |name| [:"@#{method_name(name)}", method_name(name)] }
      compares_class = @type['compares_class']
      return if variables.empty? && !compares_class

      inherits = @type['parent']
      @made.define_method(:eql?) do |other|
        (!inherits || super(other)) && (!compares_class || other.instance_of?(self.class)) &&
          variables.all? { |variable, name| instance_variable_get(variable).eql?(other.__send__(name)) }
      end
      @made.alias_method(:==, :eql?)
    end
  end
end
