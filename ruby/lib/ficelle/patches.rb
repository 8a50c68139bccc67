# frozen_string_literal: true

module Ficelle
  # Methods that files of one world have changed in modules that all worlds share: classes of Ruby's own libraries, of
  # gems, of this library. The changes are undone when another world becomes current. Otherwise that world's copy of
  # such a file, which first makes an alias of the method it replaces, would replace its own replacement, which would
  # then call itself endlessly.
  class Patches
    def initialize(world)
      @world = world
      @before = {}                        # module -> its methods before the world changed any
      @changed = []                       # while another world is current: modules with their changed methods
    end

    # The code in `file` has added a method to `holder`, which is the module `mod` or its singleton class.
    def added(mod, holder, name, file)
      return if @before.key?(holder) || !file || !@world.owns?(file) || !shared?(mod)

      before = methods_of(holder)
      # An alias is a new method. Anything else may have replaced a method, which is lost already.
      before.delete(name) if before[name] && before[name].first.original_name != name
      @before[holder] = before
    end

    def undo
      @changed = @before.map do |mod, before|
        changed = methods_of(mod).reject { |name, method| before[name] == method }
        changed.each_key { |name| before[name] ? define(mod, name, before[name]) : mod.send(:remove_method, name) }
        [mod, changed]
      end
      @before = {}
    end

    def redo
      @changed.each do |mod, changed|
        @before[mod] = methods_of(mod)
        changed.each { |name, method| define(mod, name, method) }
      end
      @changed = []
    end

    private

    VISIBILITIES = %i[public protected private].freeze
    private_constant :VISIBILITIES

    # Whether the module has a name and was not defined by a file of the world.
    def shared?(mod)
      name = Plain::NAME.bind_call(mod) or return false
      file, = Object.const_source_location(name)
      !file || !@world.owns?(file)
    rescue NameError # a name such as #<Class:0x…>::X
      false
    end

    # The methods by name, with their visibility.
    def methods_of(mod)
      VISIBILITIES.each_with_object({}) do |visibility, methods|
        mod.send(:"#{visibility}_instance_methods", false).each do |name|
          methods[name] = [mod.instance_method(name), visibility]
        end
      end
    end

    def define(mod, name, (method, visibility))
      mod.send(:define_method, name, method)
      mod.send(visibility, name)
    end

    # Called for each method that is defined while a world is current.
    module Watch
      private

      def method_added(name)
        world = Ficelle.world
        world&.patches&.added(self, self, name, caller_locations(1, 1)[0].absolute_path)
        super
      end

      def singleton_method_added(name)
        world = Ficelle.world
        world&.patches&.added(self, singleton_class, name, caller_locations(1, 1)[0].absolute_path)
        super
      end
    end
    Module.prepend(Watch)
  end
end
