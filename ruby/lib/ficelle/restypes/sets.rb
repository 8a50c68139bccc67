# frozen_string_literal: true

require 'puppet'

module Ficelle
  # The resource types of the environments. Each environment has its own set, so that its types are unknown to the
  # others.
  module Restypes
    autoload :Model, 'ficelle/restypes/model'
    autoload :Text, 'ficelle/restypes/text'
    # The types of one environment.
    class Set
      # directories: `lib` of its modules, in order; classes: name -> class, nil: unknown type; transports: name ->
      # schema; metaparams: name -> class, without Puppet's own; registered: name of a type -> where it was defined;
      # making: classes whose files are being run; complete: types with all providers loaded.
      attr_reader :directories, :classes, :transports, :metaparams, :registered, :making, :complete

      def initialize(directories)
        @directories = directories
        @classes = {}
        @transports = {}
        @metaparams = {}
        @registered = {}
        @making = []
        @complete = {}
        @providers = Hash.new { |all, name| all[name] = {} }
        @loaded = {}
      end

      def providers_of(name)
        @providers[name]
      end

      # Whether the file of that type, or the file at that path, was loaded.
      def loaded?(name, path = nil)
        path ? @loaded[name] == path : @loaded.key?(name)
      end

      def find(relative)
        @directories.each do |directory|
          path = File.join(directory, relative)
          return path if File.file?(path)
        end
        nil
      end

      def files_in(relative)
        @directories.flat_map do |directory|
          Dir.glob(File.join(directory, relative, '*.rb')).map do |path|
            [path, File.join(relative, File.basename(path))]
          end
        end
      end

      # Runs a file; `name` is its name in Puppet's messages.
      def load(path, name)
        run(path, name)
      rescue SystemExit, NoMemoryError
        raise
      rescue Exception => e # rubocop:disable Lint/RescueException
        message = "Could not autoload #{name}: #{e}"
        Puppet.log_exception(e, message)
        raise Puppet::Error.new(message, e), cause: e
      end

      def run(path, name)
        @loaded[name] = path
        Kernel.load(path)
      end
    end

    class << self
      # Whether to load providers with their types; only documentation needs them.
      attr_accessor :with_providers
      # Whether types are loaded for documentation; then they may be defined twice.
      attr_accessor :for_documents

      # The set of the current environment.
      def current
        world = Ficelle.world
        return @apart ||= Set.new([]) unless world
        world[:restypes] ||= Set.new(world.directories)
      end

      def find(name)
        return current.classes[name] if current.classes.key?(name)
        path = current.find("puppet/type/#{name}.rb")
        return current.classes[name] = builtin(name) unless path
        load_type(name, path)
      end

      # Like find, with a known file.
      def find_at(name, path)
        current.classes.key?(name) ? current.classes[name] : load_type(name, path)
      end

      def load_type(name, path)
        current.load(path, "puppet/type/#{name}")
        Puppet.warning("Loaded puppet/type/#{name} but no class was created") unless current.classes.key?(name)
        current.classes[name]
      end

      # Loads a file unless it was loaded; returns the error, or nil.
      def load_file(name, path)
        return if current.loaded?("puppet/type/#{name}", path)
        current.run(path, "puppet/type/#{name}")
        nil
      rescue SystemExit, NoMemoryError
        raise
      rescue Exception => e # rubocop:disable Lint/RescueException
        e.message
      end

      # Runs the files again, since they may have changed.
      def load_transports
        current.transports.clear
        current.files_in('puppet/transport/schema').each { |path, relative| current.load(path, relative.delete_suffix('.rb')) }
        current.transports.values.map(&:definition)
      end

      def describe(klass)
        { 'text' => Text.new(klass).to_s }
      rescue StandardError => e
        { 'describe' => e.message }
      end

      def load_all
        current.files_in('puppet/type').each { |_, relative| find(File.basename(relative, '.rb').to_sym) }
      end

      # One of Puppet's own types, with only the names of its attributes.
      def builtin(name)
        require 'ficelle/restypes/builtin'
        Builtin.find(name)
      end

      # --- providers ---

      # Providers of the Resource API are plain classes, which the type does not list.
      def add_providers(klass)
        return if klass.respond_to?(:type_definition)
        files = current.files_in("puppet/provider/#{klass.name}")
        load_providers(klass.name) if with_providers
        klass.providify if with_providers ? !klass.providers.empty? : !files.empty?
      end

      # Loads all providers of modules for a type: the choice of the default depends on all of them.
      def load_all_providers(type)
        return if (current.complete[type] ||= false)
        current.complete[type] = true
        load_providers(type)
      end

      def load_providers(type)
        current.files_in("puppet/provider/#{type}").uniq { |_, relative| relative }.each do |path, relative|
          name = relative.chomp('.rb')
          current.load(path, name) unless current.loaded?(name)
        end
      end

      def load_provider(type, name)
        relative = "puppet/provider/#{type}/#{name}"
        path = current.find("#{relative}.rb")
        current.load(path, relative) if path && !current.loaded?(relative)
      end
    end
  end
end
