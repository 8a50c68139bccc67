# frozen_string_literal: true

module Puppet
  module ResourceApi
    # What providers are told of their type, and log through.
    class PuppetContext
      attr_reader :type

      def initialize(type)
        @type = type
      end

      def feature_support?(feature)
        Puppet.deprecation_warning('context.feature_support? is deprecated. Please use context.type.feature? instead.')
        type.feature?(feature)
      end

      %i[debug info notice warning err].each do |level|
        # (message) or (titles, message)
        define_method(level) do |*args|
          titles = args.size > 1 ? Array(args.first).map(&:to_s) : []
          about = titles.empty? ? type.name : "#{type.name}[#{titles.join(', ')}]"
          Puppet.public_send(level, "#{about}: #{args.last}")
        end
      end
    end
  end
end
