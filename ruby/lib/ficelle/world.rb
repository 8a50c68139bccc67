# frozen_string_literal: true

require 'ficelle/patches'

module Ficelle
  # Everything that modules of one environment have loaded: functions, files loaded with `require`, constants, changes
  # of shared classes. Only one world is current; what the others have loaded is removed from Ruby and stored in their
  # world.
  class World
    attr_reader :id, :generation, :name, :directories, :functions, :numbers, :patches

    # `own`: the environment's own lib, which has functions but is not in the load path; nil: none.
    def initialize(id, generation, name, directories, own)
      @id = id
      @generation = generation
      @name = name
      @directories = directories
      @owned = [*directories, *own].flat_map { |d| [d, real(d)] }.uniq.map { |d| "#{d}/" }
      @owns = {}                          # path of a file -> whether it is below one of them
      @functions = []                     # indexed by number
      @numbers = {}                       # file of a function -> number
      @old = {}
      @kept = {}
      @features = []
      @constants = []
      @put_back = []                      # constants that were restored, so Ruby reports this file as their location
      @watched = {}
      @patches = Patches.new(self)
    end

    # Data that other parts of the library store with an environment, by name.
    def [](key)
      @kept[key]
    end

    def []=(key, value)
      @kept[key] = value
    end

    # Defines a function of the 3.x API: a method of scopes while the world is current.
    def define_old(name, block)
      @old[name] = block
      OldFunctions.define_method(name, &block)
    end

    # It is asked for each method that is defined.
    def owns?(path)
      @owns.fetch(path) { @owns[path] = @owned.any? { |d| path.start_with?(d) } }
    end

    # Watches the files that were loaded since the last call.
    def watch(*paths)
      watched = Ficelle.features_watched
      return if paths.empty? && watched == $LOADED_FEATURES.size

      fresh = (paths + $LOADED_FEATURES.last([$LOADED_FEATURES.size - watched, 0].max)).select do |path|
        !@watched.key?(path) && owns?(path)
      end
      Ficelle.features_watched = $LOADED_FEATURES.size
      fresh.each { |path| @watched[path] = true }
      Core.watch_file(*fresh) unless fresh.empty?
    end

    def enter
      $LOAD_PATH.concat(@directories)
      $LOADED_FEATURES.concat(@features)
      @constants.each { |mod, name, value| mod.const_set(name, value) unless mod.const_defined?(name, false) }
      @put_back = @constants.map { |mod, name,| [mod, name] }
      @features = @constants = []
      Ficelle.features_watched = $LOADED_FEATURES.size
      @old.each { |name, block| OldFunctions.define_method(name, &block) }
      @patches.redo
    end

    def leave
      @patches.undo
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

    # The directory without symbolic links: `require_relative` loads files from there.
    def real(directory)
      File.realpath(directory)
    rescue SystemCallError
      directory
    end

    # Collects constants that files of this world have defined in shared modules.
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

  # Ficelle.world, the current world, is in ruby/functions.c.
  class << self
    # Makes the world of an environment current; false: it does not exist yet (new_environment).
    def enter_environment(id, generation)
      return true if world && world.id == id && world.generation == generation

      known = @worlds[id]
      return false unless known && known.generation == generation

      switch(known)
    end

    def new_environment(id, generation, name, directories, own)
      switch(@worlds[id] = World.new(id, generation, name, directories, own))
    end

    private

    def switch(to)
      world&.leave
      self.world = to
      to.enter
      true
    end
  end
end
