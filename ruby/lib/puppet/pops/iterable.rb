# frozen_string_literal: true

module Puppet
  module Pops
    module Types
      # Iterables.
      module Iterable
        def self.asserted_iterable(caller, value, _infer_elements = false)
          found = on(value)
          raise ArgumentError, "#{caller.class}(): wrong argument type (#{value.class}; is not Iterable." if found.nil?

          found
        end

        def self.on(value, *_)
          case value
          when ::Hash then IterableValue.new(value.to_a, true)
          when ::Array then IterableValue.new(value, false)
          when Ficelle::Iterator then IterableValue.new(value.to_a, value.hash_style?)
          when ::String then IterableValue.new(value.chars, false)
          when ::Integer then value.negative? ? nil : IterableValue.new(Array.new(value) { |i| i }, false)
          when PAnyType
            elements = Ficelle::Core.iterable_elements(value)
            elements && IterableValue.new(elements, false)
          end
        end
      end

      # An iterator. With hash_style its elements are key-value pairs of a hash.
      class IterableValue
        include Enumerable

        def initialize(elements, hash_style)
          @elements = elements
          @hash_style = hash_style
          @at = 0
        end

        def hash_style?
          @hash_style
        end

        def unbounded?
          false
        end

        def each(&block)
          return to_enum unless block

          @elements.each(&block)
          self
        end

        def next
          raise StopIteration, 'iteration reached an end' if @at >= @elements.size

          @elements[(@at += 1) - 1]
        end

        def size
          @elements.size
        end

        def reverse_each(&block)
          made = IterableValue.new(@elements.reverse, @hash_style)
          block ? made.each(&block) : made
        end

        def step(step, &block)
          raise ArgumentError unless step.positive?

          made = IterableValue.new(@elements.each_slice(step).map(&:first), @hash_style)
          block ? made.each(&block) : made
        end
      end
    end
  end
end
