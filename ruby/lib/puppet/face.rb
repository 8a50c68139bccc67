# frozen_string_literal: true

require 'json'
require 'puppet/interface'

module Puppet
  # Puppet::Face.define(:name, '1.0.0'), Puppet::Face[:name, :current].
  class Face < Interface
    FORMATS = %i[console json yaml s].freeze

    class << self
      # Renders the result of an action as text.
      def render(result, format)
        case format
        when :json then JSON.generate(result)
        when :yaml then yaml(result)
        when :s then result.to_s
        else console(result)
        end
      end

      private

      def yaml(result)
        require 'yaml'
        result.to_yaml
      end

      # Prints texts and numbers unchanged, simple hashes as a table, arrays with a line for each item.
      def console(result)
        case result
        when String, Numeric then result
        when Array then result.map { |item| "#{item}\n" }.join
        when Hash then table?(result) ? table(result) : JSON.pretty_generate(result)
        else JSON.pretty_generate(result)
        end
      end

      def table?(hash)
        hash.keys.all? { |key| key.is_a?(String) || key.is_a?(Numeric) }
      end

      def table(hash)
        width = hash.keys.map { |key| key.to_s.length }.max.to_i + 2
        hash.sort_by { |key, _| key.to_s }.map do |key, value|
          "#{key.to_s.ljust(width)}#{JSON.generate(value).chomp.gsub(/\n */) { |line| line + (' ' * width) }}\n"
        end.join
      end
    end
  end
end
