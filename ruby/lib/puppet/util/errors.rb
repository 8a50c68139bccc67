# frozen_string_literal: true

require 'puppet/error'

# Methods to raise errors, for objects that have a file and line.
module Puppet::Util
  module Errors
    module_function

    def error_location(file, line = nil, column = nil)
      known = { 'file' => file, 'line' => line, 'column' => column }
      known.reject! { |_, v| v.nil? || (v.is_a?(String) && v.empty?) }
      known.delete('column') unless known.key?('line')
      known.empty? ? '' : "(#{known.map { |k, v| "#{k}: #{v}" }.join(', ')})"
    end

    def error_location_with_space(file, line = nil, column = nil)
      text = error_location(file, line, column)
      text.empty? ? '' : " #{text}"
    end

    public

    # fail('text'), fail(SomeError, 'text'), fail(SomeError, 'text', rescued_error)
    def fail(*args)
      type = args.first.is_a?(Class) ? args.shift : Puppet::Error
      other = args.pop if args.size > 1
      raise adderrorcontext(type.new(args.join(' ')), other)
    end

    def devfail(message)
      fail(Puppet::DevError, message)
    end

    def adderrorcontext(error, other = nil)
      %i[line file].each do |name|
        next unless error.respond_to?("#{name}=") && respond_to?(name)
        error.public_send("#{name}=", public_send(name)) if error.public_send(name).nil?
      end
      error.set_backtrace(other.backtrace) if other.respond_to?(:backtrace)
      error
    end

    def error_context
      Errors.error_location_with_space(file, line)
    end
  end
end
