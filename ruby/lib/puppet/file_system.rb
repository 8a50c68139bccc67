# frozen_string_literal: true

require 'pathname'

module Puppet
  # Files.
  module FileSystem
    class << self
      %i[exist? directory? file? executable? writable? readlink symlink? size stat lstat unlink].each do |name|
        define_method(name) { |path| File.public_send(name, path.to_s) }
      end

      def read(path, options = {})
        File.read(path.to_s, **options)
      end

      def binread(path)
        File.binread(path.to_s)
      end

      def pathname(path)
        Pathname.new(path)
      end

      def path_string(path)
        path.to_s
      end

      def basename(path)
        Pathname.new(File.basename(path.to_s))
      end
      alias basename_string basename

      def dir(path)
        Pathname.new(File.dirname(path.to_s))
      end

      def dir_exist?(path)
        File.directory?(File.dirname(path.to_s))
      end

      def each_line(path, &block)
        File.foreach(path.to_s, &block)
      end

      def children(path)
        Pathname.new(path).children
      end

      def open(path, mode, options, &block)
        File.open(path.to_s, options, mode, &block)
      end
    end
  end
end
