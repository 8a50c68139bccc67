# frozen_string_literal: true

require 'puppet/property'

class Puppet::Property
  # Pairs of keys and values: a hash, or strings such as "a=b".
  class KeyValue < Puppet::Property
    class << self
      attr_accessor :log_only_changed_or_new_keys
    end

    def membership
      :key_value_membership
    end

    def separator
      '='
    end

    def delimiter
      ';'
    end

    def inclusive?
      @resource[membership] == :inclusive
    end

    def hash_to_key_value_s(hash)
      hash = hash.slice(*@changed_or_new_keys) if self.class.log_only_changed_or_new_keys
      hash.map { |k, v| "#{k}#{separator}#{v}" }.join(delimiter)
    end

    def should_to_s(value)
      hash_to_key_value_s(value)
    end

    def is_to_s(value)
      hash_to_key_value_s(value)
    end

    def hashify_should
      return @should.first if @should.first.is_a?(Hash)
      @should.to_h do |pair|
        key, value = pair.split(separator)
        [key.strip.intern, value]
      end
    end

    def process_current_hash(current)
      return {} if current == :absent
      current.transform_values! { nil } if inclusive?
      current
    end

    def should
      return nil unless @should
      current = process_current_hash(retrieve)
      wanted = current.merge(hashify_should)
      @changed_or_new_keys ||= wanted.keys.reject { |k| current.key?(k) && current[k] == wanted[k] }
      wanted
    end

    def retrieve
      current = provider&.public_send(name)
      current.nil? ? :absent : current
    end

    def insync?(current)
      current ? current == should : true
    end

    validate do |value|
      next if value.is_a?(Hash)
      unless value.is_a?(String)
        raise ArgumentError,
              "The #{name} property must be specified as a hash or an array of key/value pairs (strings)!"
      end
      unless value.include?(separator)
        raise ArgumentError, "Key/value pairs must be separated by '#{separator}'"
      end
    end

    munge do |value|
      value.is_a?(String) ? value : value.to_h { |k, v| [k.to_s.strip.to_sym, v.to_s] }
    end
  end
end
