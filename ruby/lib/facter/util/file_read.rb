# frozen_string_literal: true

module Facter
  module Util
    # Reads small files of the system.
    module FileRead
      module_function

      # nil: the file cannot be read.
      def read(path)
        File.read(path)
      rescue Errno::ENOENT, Errno::EACCES => e
        Facter.debug("Could not read #{path}: #{e.message}")
        nil
      end

      def read_binary(path)
        File.binread(path)
      end
    end

    # The same under Facter 4's name.
    class FileHelper
      class << self
        def safe_read(path, default = '')
          readable?(path) ? File.read(path, encoding: Encoding::UTF_8) : default
        end

        def safe_readlines(path, default = [])
          readable?(path) ? File.readlines(path, encoding: Encoding::UTF_8) : default
        end

        def dir_children(path)
          Dir.children(path)
        end

        private

        def readable?(path)
          File.readable?(path) || (Facter.debug("File at: #{path} is not accessible.") && false)
        end
      end
    end
  end
end
