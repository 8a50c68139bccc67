# frozen_string_literal: true

require 'puppet/data_binding'

module Puppet
  module Pops
    # Data lookup, for code that does not call the function `lookup`.
    module Lookup
      # The context of a lookup.
      class Invocation
        attr_reader :scope, :override_values, :default_values

        def initialize(scope, override_values = {}, default_values = {}, explainer = nil, _adapter_class = nil)
          raise Puppet::Error, 'not supported: an explanation of a lookup that is made by code in Ruby' if explainer

          @scope = scope
          @override_values = override_values || {}
          @default_values = default_values || {}
        end
      end

      # The hierarchy; only its helper for data with symbols is supported.
      class HieraConfig
        def self.symkeys_to_string(struct)
          case struct
          when Hash then struct.to_h { |key, value| [key.is_a?(Symbol) ? key.to_s : key, symkeys_to_string(value)] }
          when Array then struct.map { |value| symkeys_to_string(value) }
          else struct
          end
        end
      end

      class << self
        def lookup(name, value_type, default_value, has_default, merge, invocation, &block)
          options = { 'name' => name, 'value_type' => value_type, 'merge' => merge, 'override' => invocation.override_values,
                      'default_values_hash' => invocation.default_values }.compact
          options['default_value'] = default_value if has_default
          Ficelle::Core.call_function(invocation.scope, 'lookup', [options], block)
        end

        # Throws :no_such_key if nothing is found. `apl` (automatic parameter lookup) matters only for explanations.
        def search_and_merge(name, invocation, merge, _apl = true)
          lookup(name, nil, nil, false, merge, Invocation.new(invocation.scope)) { |_| throw :no_such_key }
        end
      end

      autoload :Context, 'puppet/pops/lookup_context'
    end
  end
end
