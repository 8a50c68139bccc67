# frozen_string_literal: true

module Ficelle
  module Restypes
    # Libraries that change machines. Files that require them can be loaded, and may include their modules and inherit
    # from their classes; using them fails with a message.
    module MachineOnly
      def self.declare(owner, name, kind = Module)
        full = "#{owner}::#{name}"
        made = owner.const_set(name, kind.new)
        refuse = proc { |what| raise NotImplementedError, "not supported: #{full}#{what} (it changes the machine)" }
        made.define_singleton_method(:method_missing) { |method, *_args| refuse.call(".#{method}") }
        made.define_singleton_method(:respond_to_missing?) { |*_args| false }
        made.define_singleton_method(:new) { |*_args| refuse.call('.new') } if kind == Class
        made.define_singleton_method(:const_missing) { |const| MachineOnly.declare(made, const, Class) }
        made
      end
    end
  end
end
