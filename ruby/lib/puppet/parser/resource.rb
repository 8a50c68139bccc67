# frozen_string_literal: true

module Puppet
  module Parser
    # A resource of the catalog that is being made.
    class Resource < Ficelle::Handle
      def type
        Ficelle::Core.resource_part(self, 'type')
      end

      def title
        Ficelle::Core.resource_part(self, 'title')
      end
      alias name title

      def ref
        Ficelle::Core.resource_part(self, 'ref')
      end
      alias to_s ref
      alias inspect ref

      def [](name)
        return title if name.to_sym == :title

        Ficelle::Core.resource_parameter(self, name.to_s)
      end

      def to_hash
        Ficelle::Core.resource_parameters(self).transform_keys(&:to_sym)
      end
      alias parameters to_hash
      alias to_h to_hash

      def each(&block)
        to_hash.each(&block)
      end

      def tags
        Ficelle::Core.resource_part(self, 'tags')
      end

      def tagged?(*names)
        names.flatten.any? { |name| Ficelle::Core.resource_tagged(self, name.to_s) }
      end

      def file
        Ficelle::Core.resource_part(self, 'file')
      end

      def line
        Ficelle::Core.resource_part(self, 'line')
      end

      def virtual?
        Ficelle::Core.resource_part(self, 'virtual')
      end
      alias virtual virtual?

      def exported?
        Ficelle::Core.resource_part(self, 'exported')
      end
      alias exported exported?

      def class?
        type == 'Class'
      end

      def ==(other)
        other.is_a?(Resource) && other.ref == ref
      end
      alias eql? ==

      def hash
        ref.hash
      end
    end
  end
end
