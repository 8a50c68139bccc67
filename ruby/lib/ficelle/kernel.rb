# frozen_string_literal: true

# What code in modules finds everywhere, and what it must not do to the program that runs it.
module Ficelle
  # Texts are in English; gems are looked for when nothing else is found.
  module Everywhere
    private

    def _(text)
      text
    end

    def n_(one, many, count)
      count == 1 ? one : many
    end

    def require(path)
      super
    rescue LoadError => e
      raise if defined?(::Gem) || e.path.nil? || !Ficelle.load_gems

      super
    end
  end

  # A program that is run by a library cannot be left, replaced or doubled.
  module Forbidden
    def exit!(*)
      raise SystemExit, 'exit!'
    end

    def exec(*)
      raise NotImplementedError, 'exec() would replace the compiler'
    end

    def fork(*)
      raise NotImplementedError, 'fork() would double the compiler'
    end

    def trap(*)
      raise NotImplementedError, 'signals belong to the compiler'
    end
  end

  # Ruby starts without gems, which take longer than all else, and are not what a call is limited for.
  def self.load_gems
    without_limit do
      require 'rubygems'
      Gem::Specification.stubs
    end
    true
  rescue LoadError
    false
  end
end

class Object
  include Ficelle::Everywhere
  include Ficelle::Forbidden
  private :exit!, :exec, :fork, :trap
end

# The same functions under their other names.
[Kernel, Process, Signal].each do |mod|
  Ficelle::Forbidden.instance_methods.each do |name|
    next unless mod.respond_to?(name, true)

    mod.singleton_class.prepend(Ficelle::Forbidden) unless mod.singleton_class.include?(Ficelle::Forbidden)
  end
end
