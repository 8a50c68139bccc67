# frozen_string_literal: true

require 'puppet/property'

class Puppet::Property
  # Several values in any order; the parameter `membership` decides whether other values may exist.
  class List < Puppet::Property
    def membership
      :membership
    end

    def delimiter
      ','
    end

    def inclusive?
      @resource[membership] == :inclusive
    end

    def dearrayify(array)
      array.sort.join(delimiter)
    end

    def add_should_with_current(wanted, current)
      (current.is_a?(Array) ? wanted + current : wanted).uniq
    end

    def should
      return nil unless @should
      dearrayify(inclusive? ? @should : add_should_with_current(@should, retrieve))
    end

    def is_to_s(current)
      current == :absent ? super : current.join(delimiter)
    end

    def retrieve
      current = provider&.public_send(name)
      return :absent if current.nil? || current == :absent
      current.is_a?(Array) ? current : current.split(delimiter)
    end

    def prepare_is_for_comparison(current)
      dearrayify(current == :absent ? [] : current)
    end

    def insync?(current)
      current ? prepare_is_for_comparison(current) == should : true
    end
  end
end
