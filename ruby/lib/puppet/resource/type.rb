# frozen_string_literal: true

require 'puppet/resource'
require 'puppet/util/errors'

module Puppet
  class Resource
    # A class or a define. One that Ruby code makes must be added to the known resource types.
    class Type
      include Puppet::Util::Errors
      KINDS = %i[hostclass node definition].freeze
      private_constant :KINDS

      attr_reader :type, :name, :arguments
      attr_accessor :doc, :resource_type_collection

      # One that a manifest defines.
      def self.known(type, name)
        allocate.tap { |one| one.send(:know, type, name.to_s.delete_prefix('::').downcase) }
      end

      # One without code.
      def initialize(type, name, options = {})
        @type = type.to_s.downcase.to_sym
        raise ArgumentError, "Invalid resource supertype '#{type}'" unless KINDS.include?(@type)

        refused = %i[code arguments argument_types].find { |option| options[option] }
        refused = 'node' if @type == :node
        raise Puppet::Error, "not supported: a class made by code in Ruby with #{refused}" if refused

        @name = name.to_s.downcase
        @doc = options[:doc]
        @parts = [options[:module_name], options[:file], options[:line], options[:parent]&.to_s, []]
        @arguments = {}
      end

      def module_name
        parts[0]
      end

      def file
        parts[1]
      end

      def line
        parts[2]
      end

      # The name of the class that it inherits.
      def parent
        parts[3]
      end

      def parent_type(_scope = nil)
        parent && Type.known(type, parent)
      end

      def child_of?(other)
        found = parent_type
        found ? found == other || found.child_of?(other) : false
      end

      KINDS.each { |kind| define_method("#{kind}?") { type == kind } }

      # "a::b" for the class a::b, "a" for the define a::b: where names in it are searched.
      def namespace
        hostclass? ? name : name.rpartition('::').first
      end

      def valid_parameter?(name)
        name = name.to_s
        parts[4].include?(name) || %w[name title].include?(name) || Puppet::Type.metaparam?(name.to_sym)
      end

      # Evaluates its code for the resource.
      def evaluate_code(resource)
        Ficelle::Core.evaluate_code(resource)
      end

      # The resource of the class; declares the class if the catalog does not contain it.
      def ensure_in_catalog(scope, parameters = nil)
        raise ArgumentError, 'Cannot create resources for defined resource types' if definition?

        Ficelle::Core.ensure_class(scope, name, parameters&.to_h { |key, value| [key.to_s, value] })
      end

      def to_s
        name
      end

      def inspect
        "#<#{self.class} #{type} #{name}>"
      end

      def ==(other)
        other.is_a?(Type) && other.type == type && other.name == name
      end
      alias eql? ==

      def hash
        [type, name].hash
      end

      private

      def know(type, name)
        @type = type
        @name = name
        @arguments = Hash.new { |_, key| parts[4].include?(key.to_s) ? refuse_default(key) : nil }
      end

      def refuse_default(name)
        raise Puppet::Error, "not supported: code in Ruby asks for the default of the parameter #{name}"
      end

      def parts
        @parts ||= Ficelle::Core.class_parts(type.to_s, name)
      end
    end
  end
end
