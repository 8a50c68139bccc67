# frozen_string_literal: true

require 'pathname'

module Puppet
  # Files. Paths are text or Pathname.
  module FileSystem
    class << self
      %i[exist? directory? file? executable? writable? readlink symlink? size stat lstat].each do |name|
        define_method(name) { |path| File.public_send(name, path.to_s) }
      end

      def unlink(*paths)
        File.unlink(*paths.map(&:to_s))
      end

      def read(path, options = {})
        File.read(path.to_s, **options)
      end

      # Keeps line ends; removes a byte order mark.
      def read_preserve_line_endings(path)
        read(path, encoding: 'bom|utf-8')
      end

      def binread(path)
        File.binread(path.to_s)
      end

      def pathname(path)
        Pathname.new(path)
      end

      def assert_path(path)
        return path if path.is_a?(Pathname)
        return Pathname.new(path) if path.is_a?(String)

        raise ArgumentError, "FileSystem implementation expected Pathname, got: '#{path.class}'"
      end

      def path_string(path)
        path.to_s
      end

      def expand_path(path, directory = nil)
        File.expand_path(path.to_s, directory)
      end

      def basename(path)
        File.basename(path.to_s)
      end
      alias basename_string basename

      def dir(path)
        Pathname.new(File.dirname(path.to_s))
      end

      def dir_string(path)
        File.dirname(path.to_s)
      end

      def dir_exist?(path)
        File.directory?(dir_string(path))
      end

      def dir_mkpath(path)
        FileUtils.mkpath(dir_string(path))
      end

      def mkpath(path)
        FileUtils.mkpath(path.to_s)
      end

      def touch(path, mtime: nil)
        FileUtils.touch(path.to_s, mtime: mtime)
      end

      def symlink(path, target, options = {})
        FileUtils.symlink(path.to_s, target.to_s, **options)
      end

      def chmod(mode, path)
        FileUtils.chmod(mode, path.to_s)
      end

      def each_line(path, &block)
        File.foreach(path.to_s, &block)
      end

      def children(path)
        Pathname.new(path).children
      end

      def compare_stream(path, stream)
        File.open(path.to_s, 'rb') { |file| FileUtils.compare_stream(file, stream) }
      end

      def open(path, mode, options, &block)
        File.open(path.to_s, options, mode, &block)
      end

      # Locks the file while the block runs.
      def exclusive_open(path, mode, options = 'r', _timeout = 300)
        open(path, mode, options) do |file|
          file.flock(File::LOCK_EX)
          yield file
        end
      end

      # The block writes a new file, which then replaces the old one.
      def replace_file(path, mode = nil)
        path = path.to_s
        mode ||= File.exist?(path) ? File.stat(path).mode & 0o7777 : 0o640
        temporary = Tempfile.create(File.basename(path), File.dirname(path), mode: File::BINARY)
        yield temporary
        temporary.chmod(mode)
        temporary.close
        File.rename(temporary.path, path)
      rescue StandardError
        File.unlink(temporary.path) if temporary && File.exist?(temporary.path)
        raise
      end
    end
  end
end
