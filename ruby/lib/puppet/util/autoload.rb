# frozen_string_literal: true

module Puppet
  module Util
    # Files in the directories `lib` of modules, by a name without ".rb".
    class Autoload
      # `others`: directories that are searched last.
      def self.load_file(name, _environment, others = [])
        path = get_file(name.to_s, others)
        return false unless path

        begin
          Kernel.load(path)
          Ficelle.world.watch(path)
        rescue StandardError, ScriptError, SystemExit => e
          message = "Could not autoload #{name}: #{e.message}"
          Puppet.log_exception(e, message)
          raise Puppet::Error.new(message, e)
        end
        true
      end

      def self.get_file(name, others)
        name += '.rb' unless name.end_with?('.rb')
        (Ficelle.world.directories + $LOAD_PATH + others).each do |directory|
          path = "#{directory}/#{name}"
          return path if File.file?(path)
        end
        nil
      end
      private_class_method :get_file
    end
  end
end
