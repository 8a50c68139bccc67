# frozen_string_literal: true

module Puppet
  module Pops
    module Types
      # Objects with an Object type: their class has its name (ficelle/datatypes).
      module PuppetObject
        include Ficelle::Crossing

        def _pcore_type
          Ficelle::Core.type_infer(self)
        end

        def _pcore_init_hash
          {}
        end

        def _pcore_contents
        end

        def _pcore_all_contents(_path)
        end

        def to_s
          Ficelle::Core.value_inspect(self)
        end

        # The number of an object in the core, until the compilation ends.
        def to_ficelle
          unless self.class.respond_to?(:ficelle_type_name)
            raise TypeError, "not supported: the class #{self.class} is a PuppetObject, but no data type names it as its class"
          end
          numbers = Ficelle.memory[:object_numbers] ||= {}.compare_by_identity
          objects = Ficelle.memory[:objects] ||= []
          ['Object', [numbers[self] ||= objects.push(self).size - 1, self.class.ficelle_type_name, self.class.name.to_s]]
        end
      end
    end
  end
end

module Ficelle
  # A lambda of the Puppet language.
  class Closure < Handle
    def call(*args)
      Core.call_closure(self, *args)
    end

    def to_proc
      closure = self
      made = Puppet::Pops::Evaluator::PuppetProc.new { |*args| closure.call(*args) }
      made.closure = self
      made
    end

    # Returns [minimum, maximum or nil, names] of its parameters.
    def shape
      @shape ||= Core.closure_parameters(self)
    end

    def arity
      least, most, = shape
      least == most ? least : -least - 1
    end

    def parameters
      least, most, names = shape
      names.each_with_index.map do |name, i|
        kind = if i < least then :req
               else most.nil? && i == names.size - 1 ? :rest : :opt
               end
        [kind, name.to_sym]
      end
    end

    def parameter_names
      shape[2]
    end

    def parameter_count
      shape[2].size
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

    def to_a
      Core.iterator_elements(self)
    end
    alias asArray to_a

    # Whether its elements are key-value pairs of a hash.
    def hash_style?
      Core.iterator_pairs(self)
    end

    def next
      found = Core.iterator_next(self)
      raise StopIteration, 'iteration reached an end' if found.empty?

      found.first
    end
  end

  # An instance of an Object type in the core.
  class ObjectHandle < Handle
    include Puppet::Pops::Types::PuppetObject

    def _pcore_type
      Core.type_infer(self)
    end

    def _pcore_init_hash
      Core.object_attributes(self)
    end

    def method_missing(name, *args)
      found = Core.object_call(self, name.to_s, *args)
      found.empty? ? super : found.first
    end

    def respond_to_missing?(name, _all = false)
      Core.object_has(self, name.to_s)
    end

    def to_s
      Core.value_text(self)
    end

    def ==(other)
      other.is_a?(ObjectHandle) && Core.value_same(self, other)
    end
    alias eql? ==

    def hash
      to_s.hash
    end
  end

  Values::HANDLES['closure'] = Closure
  Values::HANDLES['iterator'] = Iterator
  Values::HANDLES['object'] = ObjectHandle
end

require 'puppet/pops/types'
