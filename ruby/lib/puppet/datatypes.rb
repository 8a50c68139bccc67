# frozen_string_literal: true

module Puppet
  # The API with which modules define data types.
  module DataTypes
    def self.create_type(type_name, &block)
      create_loaded_type(type_name, nil, &block)
    rescue StandardError => e
      raise ArgumentError, "Data Type Load Error for type '#{type_name}': #{e.message}"
    end

    def self.create_loaded_type(type_name, _loader, &block)
      builder = TypeBuilder.new(type_name.to_s)
      TypeBuilderAPI.new(builder).freeze.instance_eval(&block)
      builder.create_type
    end

    # The parts of a data type that the block of create_type sets.
    class TypeBuilder
      attr_accessor :interface, :implementation, :implementation_class

      def initialize(type_name)
        @type_name = type_name
      end

      def implementation?
        !(@implementation_class.nil? && @implementation.nil?)
      end

      def create_type
        raise ArgumentError, 'a data type must have an interface' unless @interface.is_a?(String)

        Ficelle::Core.check_datatype(@type_name, @interface)
        Ficelle::DataType.new(@type_name, @interface, @implementation, @implementation_class)
      end
    end

    # The methods for that block.
    class TypeBuilderAPI
      def initialize(type_builder)
        @type_builder = type_builder
      end

      def interface(type_string)
        raise ArgumentError, 'a data type can only have one interface' unless @type_builder.interface.nil?

        @type_builder.interface = type_string
      end

      def implementation(&block)
        check_implementation
        @type_builder.implementation = block
      end

      def implementation_class(ruby_class)
        check_implementation
        @type_builder.implementation_class = ruby_class
      end

      # False: no module has the file.
      def load_file(file_name)
        Puppet::Util::Autoload.load_file(file_name, nil)
      end

      private

      def check_implementation
        return unless @type_builder.implementation?

        raise ArgumentError, 'a data type can only have one implementation'
      end
    end
  end
end
