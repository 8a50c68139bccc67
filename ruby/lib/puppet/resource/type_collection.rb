# frozen_string_literal: true

require 'puppet/resource/type'

module Puppet
  class Resource
    # The classes and defines of an environment.
    class TypeCollection
      attr_reader :environment

      def initialize(environment)
        @environment = environment
      end

      # Adds a class or define until the compilation ends.
      def add(instance)
        public_send("add_#{instance.type}", instance)
      end

      def <<(instance)
        add(instance)
        self
      end

      def add_hostclass(instance)
        refuse(instance, :hostclass) { |place| "Class '#{instance.name}' is already defined#{place}; cannot redefine" }
        refuse(instance, :definition) do |place|
          "Definition '#{instance.name}' is already defined#{place}; cannot be redefined as a class"
        end
        make(instance)
      end

      def add_definition(instance)
        refuse(instance, :hostclass) do |place|
          "'#{instance.name}' is already defined#{place} as a class; cannot redefine as a definition"
        end
        refuse(instance, :definition) do |place|
          "Definition '#{instance.name}' is already defined#{place}; cannot be redefined"
        end
        make(instance)
      end

      # Finds only those that have been loaded.
      def hostclass(name)
        loaded(:hostclass, name)
      end

      def definition(name)
        loaded(:definition, name)
      end

      # Finds those that a module can load, too.
      def find_hostclass(name)
        hostclass(name.to_s.delete_prefix('::')) || (Ficelle::Core.has_class(name.to_s) ? Type.known(:hostclass, name) : nil)
      end

      def find_definition(name)
        definition(name.to_s.delete_prefix('::')) || (Ficelle::Core.has_resource_type(name.to_s) ? Type.known(:definition, name) : nil)
      end

      def inspect
        "#<#{self.class} #{environment}>"
      end

      private

      def loaded(kind, name)
        name = name.to_s.downcase
        made[[kind, name]] || (Ficelle::Core.class_loaded(kind.to_s, name) ? Type.known(kind, name) : nil)
      end

      def refuse(instance, kind)
        found = loaded(kind, instance.name)
        instance.fail(Puppet::ParseError, yield(found.error_context)) if found
      end

      def make(instance)
        Ficelle::Core.make_class(instance.type.to_s, instance.name, instance.parent, instance.module_name, instance.file,
                                 instance.line)
        instance.resource_type_collection = self
        made[[instance.type, instance.name]] = instance
      end

      def made
        Ficelle.memory[:made_types] ||= {}
      end
    end
  end
end
