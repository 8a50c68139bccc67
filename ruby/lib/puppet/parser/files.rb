# frozen_string_literal: true

module Puppet
  module Parser
    # Files of modules.
    module Files
      def self.find_file(name, _environment = nil)
        find('files', name)
      end

      def self.find_template(name, _environment = nil)
        find('templates', name)
      end

      def self.find(folder, name)
        name = name.to_s
        return name if name.start_with?('/')

        Ficelle::Core.module_file(folder, name)
      end
      private_class_method :find
    end
  end
end
