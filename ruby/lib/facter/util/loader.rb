# frozen_string_literal: true

module Facter
  module Util
    # Loads the files that define custom facts, each once.
    class Loader
      OWN = File.realpath('../..', __dir__)

      class << self
        # Called with the path before a file is loaded; if it returns false, the file is skipped.
        attr_accessor :watch
      end

      def initialize
        @loaded = {}
      end

      # Loads the files named after a fact.
      def load(fact)
        search_path.each { |dir| load_file(File.join(dir, "#{fact.to_s.downcase}.rb")) }
      end

      def load_all
        return if @all

        search_path.each { |dir| Dir.glob(File.join(dir, '*.rb')).each { |path| load_file(path) } }
        @all = true
      end

      def search_path
        dirs = $LOAD_PATH.map { |path| File.expand_path('facter', path) }
        dirs += ENV.fetch('FACTERLIB', '').split(File::PATH_SEPARATOR)
        dirs += Facter.search_path
        dirs.map { |dir| dir.gsub(%r{/+}, '/') }.uniq.select { |dir| File.directory?(dir) && !own?(dir) }
      end

      private

      # Files of this library are not custom facts.
      def own?(dir)
        File.realpath(dir) == File.join(OWN, 'facter')
      end

      def load_file(path)
        return if @loaded.key?(path) || !File.file?(path)

        @loaded[path] = true
        return if self.class.watch && !self.class.watch.call(path)

        Kernel.load(path)
      rescue ScriptError => e
        @loaded.delete(path)
        Facter.log_exception(e, "Error loading fact #{path}: #{e.message}")
      rescue StandardError, SystemExit, SystemStackError, NoMemoryError => e
        Facter.log_exception(e, "error while resolving custom facts in #{path} #{e.message}")
      end
    end
  end
end
