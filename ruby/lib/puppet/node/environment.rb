# frozen_string_literal: true

module Puppet
  # The node that a catalog is compiled for.
  class Node
    # The environment of the compilation.
    class Environment
      include Ficelle::Refused
      NO_MANIFEST = :no_manifest

      attr_reader :name

      # One object for the whole compilation.
      def self.current
        Ficelle.memory[:environment] ||= new(Ficelle.world ? Ficelle.world.name.to_sym : :production)
      end

      def initialize(name)
        @name = name
      end

      def manifest
        Ficelle::Core.manifest || NO_MANIFEST
      end

      def modulepath
        Ficelle::Core.modulepath
      end

      def full_modulepath
        modulepath
      end

      def module(name)
        Puppet::Module.find(name)
      end

      def known_resource_types
        @known_resource_types ||= Puppet::Resource::TypeCollection.new(self)
      end

      def to_s
        name.to_s
      end

      def ==(other)
        other.is_a?(Environment) && other.name == name
      end
    end
  end
end
