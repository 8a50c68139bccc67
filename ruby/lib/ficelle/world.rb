# frozen_string_literal: true

module Ficelle
  # What the modules of one environment brought: functions, files loaded with `require`, constants. Only one world is
  # there at a time; its constants and features are put away when another one is entered, and forgotten with it.
  class World
    attr_reader :id, :generation, :name, :directories, :functions, :numbers

    # `own`: the environment's lib, which holds functions and is none of Ruby's load path; nil: there is none.
    def initialize(id, generation, name, directories, own)
      @id = id
      @generation = generation
      @name = name
      @directories = directories
      @owned = [*directories, *own].flat_map { |d| [d, real(d)] }.uniq.map { |d| "#{d}/" }
      @functions = []                     # by number
      @numbers = {}                       # name of a function -> number
      @old = {}
      @kept = {}
      @features = []
      @constants = []
      @put_back = []                      # constants that seem to come from here since
      @watched = {}
    end

    # Anything else that belongs to an environment, by a name of the one who keeps it.
    def [](key)
      @kept[key]
    end

    def []=(key, value)
      @kept[key] = value
    end

    # A function of the older kind: a method of scopes while the world is there.
    def define_old(name, block)
      @old[name] = block
      OldFunctions.define_method(name, &block)
    end

    def owns?(path)
      @owned.any? { |d| path.start_with?(d) }
    end

    # Files that were loaded since the last time are watched for changes.
    def watch(*paths)
      return if paths.empty? && @seen == $LOADED_FEATURES.size

      fresh = (paths + $LOADED_FEATURES.last([$LOADED_FEATURES.size - @seen.to_i, 0].max)).select do |path|
        !@watched.key?(path) && owns?(path)
      end
      @seen = $LOADED_FEATURES.size
      fresh.each { |path| @watched[path] = true }
      Core.watch_file(*fresh) unless fresh.empty?
    end

    def enter
      $LOAD_PATH.concat(@directories)
      $LOADED_FEATURES.concat(@features)
      @constants.each { |mod, name, value| mod.const_set(name, value) unless mod.const_defined?(name, false) }
      @put_back = @constants.map { |mod, name,| [mod, name] }
      @features = @constants = []
      @seen = $LOADED_FEATURES.size
      @old.each { |name, block| OldFunctions.define_method(name, &block) }
    end

    def leave
      @old.each_key { |name| OldFunctions.remove_method(name) }
      $LOAD_PATH.replace($LOAD_PATH - @directories)
      @features = $LOADED_FEATURES.select { |path| owns?(path) }
      $LOADED_FEATURES.replace($LOADED_FEATURES - @features) unless @features.empty?
      @constants = []
      seen = {}
      [Object, Loader].each { |mod| collect(mod, seen) }
      @constants.each { |mod, name,| mod.send(:remove_const, name) }
    end

    private

    # Where a directory is without symbolic links: `require_relative` loads files from there.
    def real(directory)
      File.realpath(directory)
    rescue SystemCallError
      directory
    end

    # Constants that files of this world defined, in modules that others have too.
    def collect(mod, seen)
      seen[mod] = true
      mod.constants(false).each do |name|
        next if mod.autoload?(name, false)

        file, = mod.const_source_location(name, false)
        next unless file.is_a?(String) && !file.empty?

        value = mod.const_get(name, false)
        if owns?(file) || @put_back.include?([mod, name])
          @constants << [mod, name, value]
        elsif value.is_a?(Module) && !seen[value] && file.start_with?(LIBRARY)
          collect(value, seen)
        end
      end
    end
  end

  @worlds = {}
  @world = nil

  class << self
    attr_reader :world

    # The world of an environment; false when it has to be made first (new_environment).
    def enter_environment(id, generation)
      return true if @world && @world.id == id && @world.generation == generation

      known = @worlds[id]
      return false unless known && known.generation == generation

      switch(known)
    end

    def new_environment(id, generation, name, directories, own)
      switch(@worlds[id] = World.new(id, generation, name, directories, own))
    end

    private

    def switch(to)
      @world&.leave
      @world = to
      to.enter
      true
    end
  end
end
