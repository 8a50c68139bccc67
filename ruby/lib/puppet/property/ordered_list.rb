# frozen_string_literal: true

require 'puppet/property/list'

class Puppet::Property
  # Several values in a fixed order.
  class OrderedList < List
    def add_should_with_current(wanted, current)
      current.is_a?(Array) ? wanted + (current - wanted) : wanted
    end

    def dearrayify(array)
      array.join(delimiter)
    end
  end
end
