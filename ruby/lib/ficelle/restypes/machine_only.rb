# frozen_string_literal: true

module Ficelle
  module Restypes
    # Libraries that change machines. Files that need them load; using anything of them fails and says so.
    module MachineOnly
      def self.declare(owner, name, kind = Module)
        full = "#{owner}::#{name}"
        made = owner.const_set(name, kind.new)
        made.define_singleton_method(:method_missing) do |method, *_args|
          raise NotImplementedError, "not supported: #{full}.#{method} (it works on a machine)"
        end
        made.define_singleton_method(:respond_to_missing?) { |*_args| false }
        made.define_singleton_method(:const_missing) do |const|
          raise NotImplementedError, "not supported: #{full}::#{const} (it works on a machine)"
        end
        made
      end
    end
  end
end
