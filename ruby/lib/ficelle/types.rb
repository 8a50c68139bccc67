# frozen_string_literal: true

module Ficelle
  # A lambda of the Puppet language.
  class Closure < Handle
    def call(*args)
      Core.call_closure(self, *args)
    end

    def to_proc
      closure = self
      @to_proc ||= proc { |*args| closure.call(*args) }
    end
  end

  # An iterator of the Puppet language.
  class Iterator < Handle
    include Enumerable

    def each
      return to_enum unless block_given?

      Core.iterator_elements(self).each { |element| yield element }
      self
    end
  end

  # An instance of an Object type.
  class ObjectHandle < Handle
    def method_missing(name, *args)
      found = Core.object_call(self, name.to_s, *args)
      found.empty? ? super : found.first
    end

    def respond_to_missing?(name, _all = false)
      Core.object_attributes(self).key?(name.to_s)
    end
  end

  Values::HANDLES['closure'] = Closure
  Values::HANDLES['iterator'] = Iterator
  Values::HANDLES['object'] = ObjectHandle
end

module Puppet
  module Pops
    module Types
      # All types of the Puppet language: the core has them, this is a handle.
      class PAnyType < Ficelle::Handle
        def to_s
          Ficelle::Core.type_text(self)
        end
        alias inspect to_s

        def instance?(value)
          Ficelle::Core.type_instance(self, value)
        end

        def assignable?(type)
          Ficelle::Core.type_assignable(self, type)
        end

        def ==(other)
          other.is_a?(PAnyType) && Ficelle::Core.type_equal(self, other)
        end
        alias eql? ==

        def hash
          to_s.hash
        end
      end
    end
  end
end

Ficelle::Values::HANDLES['type'] = Puppet::Pops::Types::PAnyType
