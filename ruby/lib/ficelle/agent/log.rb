# frozen_string_literal: true

require 'puppet/logging'
require 'puppet/util/logging'

module Ficelle
  module Agent
    # Messages while a catalog is applied; they begin with the path of the resource or another source.
    module Log
      module_function

      def write(level, source, message)
        return if level == :debug && !debugging?
        case source
        when nil then send_to_core(level, '', message)
        when Puppet::Parameter then of_parameter(level, source, message)
        when Puppet::Type then of_resource(level, source, message)
        else send_to_core(level, source == Puppet ? '' : source.to_s, message)
        end
      end

      def debugging?
        Puppet[:log_level].to_s == 'debug' || Puppet[:debug] == true
      end

      def of_resource(level, resource, message)
        return send_to_core(level, "/#{resource.ref}", message) unless resource.agent_number
        send_to_core(level, '', message, resource.agent_number)
      end

      def of_parameter(level, parameter, message)
        resource = parameter.resource
        number = resource.agent_number if resource.is_a?(Puppet::Type)
        return send_to_core(level, "/#{resource&.ref}/#{parameter.name}", message) unless number
        send_to_core(level, '', message, number, parameter.name.to_s)
      end

      def send_to_core(level, source, message, *about)
        Core.agent_log(level.to_s, source, message.to_s.encode(Encoding::UTF_8, invalid: :replace, undef: :replace), *about)
        nil
      end
    end
  end
end
