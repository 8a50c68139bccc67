# frozen_string_literal: true

# Methods that module code can call anywhere, and methods that it must not call.
module Ficelle
  # Translation (all texts stay English), and a `require` that searches gems last.
  module Everywhere
    private

    def _(text)
      text
    end

    def n_(one, many, count)
      count == 1 ? one : many
    end

    def require(path)
      return super('ficelle/node_facts') if path == 'facter' && Ficelle.compiling?
      return Ficelle::Libraries.load_rubygems if path == 'rubygems'
      return false if Ficelle::Libraries.later?(path)

      Ficelle::Libraries.whole(path)
      Ficelle::Libraries.guard(path)
      super
    rescue LoadError => e
      found = e.path == path && Ficelle::Libraries.find(path)
      raise unless found

      super(found)
    end
  end

  # Objects of this library and of classes that inherit from it: inspect prints only their class. Otherwise the text of
  # an exception could contain settings and facts.
  module Plain
    OURS = /\A(?:Puppet|Facter|Ficelle)(?:::|\z)/.freeze
    NAME = Module.instance_method(:name)
    private_constant :OURS

    def self.class?(klass)
      (klass.ancestors - Object.ancestors).any? { |ancestor| OURS.match?(NAME.bind_call(ancestor).to_s) }
    end

    def inspect
      Plain.class?(self.class) ? "#<#{self.class.name || self.class}>" : super
    end
  end

  # Whether a catalog is being compiled.
  def self.compiling?
    world ? true : false
  end

  # Which libraries can be loaded, and from where. Puppet's own Ruby code is never loaded: this library replaces it.
  module Libraries
    OURS = %r{\A(?:puppet|facter|hiera|semantic_puppet|puppet_pal|ficelle)(?:/|\.rb\z|\z)}.freeze
    ENDINGS = ['', '.rb', '.so'].freeze

    class << self
      # The directories that prepare has removed.
      attr_reader :vendor

      # Removes the directories that contain Puppet from the load path.
      def prepare
        @vendor = $LOAD_PATH.select { |d| d.match?(%r{/vendor_ruby(/|\z)}) }
        $LOAD_PATH.replace($LOAD_PATH - @vendor)
      end

      def guard(path)
        path = path.to_path if path.respond_to?(:to_path)
        refuse(path) if path.is_a?(String) && path.match?(%r{(?:\A|/)continuation(?:\.so)?\z})
        return unless path.is_a?(String) && path.start_with?('/')

        refuse(path) if @vendor.any? { |d| path.start_with?("#{d}/") && OURS.match?(path.delete_prefix("#{d}/")) }
      end

      # The path of a library outside of the load path: in one of Debian's packages, or in a gem. Ruby is started
      # without gems because they are slow to load; loading them does not count for the time limit of the call.
      def find(path)
        return nil if !path.is_a?(String) || path.start_with?('/') || OURS.match?(path)

        in_directories(path, @vendor) || Ficelle.without_limit { in_gems(path) }
      end

      # Large libraries that are loaded only when code first uses one of their constants (ficelle/standard), since much
      # code requires them without using them.
      LATER = { 'open3' => :Open3, 'resolv' => :Resolv, 'socket' => :Socket }.freeze

      def later?(path)
        constant = LATER[path]
        constant && Object.autoload?(constant)
      end

      # A part of a library that is autoloaded (ficelle/standard): the whole library is loaded first, since its parts
      # depend on each other.
      WHOLE = { 'cgi' => [:CGI, 'cgi'], 'digest' => [:Digest, 'digest'], 'json' => [:JSON, 'json'],
                'net' => [:Net, 'net/http'], 'openssl' => [:OpenSSL, 'openssl'], 'optparse' => [:OptionParser, 'optparse'],
                'psych' => [:Psych, 'psych'], 'uri' => [:URI, 'ficelle/uri'] }.freeze

      def whole(path)
        constant, library = WHOLE[path[%r{\A\w+(?=/|\z)}]] if path.is_a?(String)
        return unless constant && Object.autoload?(constant)

        Object.send(:remove_const, constant)
        require library unless path == library
      end

      # Loads rubygems, but keeps our version of `require`.
      def load_rubygems
        return false if @rubygems

        @rubygems = true
        Object.send(:remove_const, :Gem) if Object.autoload?(:Gem)
        before = Kernel.instance_method(:require)
        load 'rubygems.rb'
        Kernel.define_method(:require, before)
        Kernel.send(:private, :require)
        true
      end

      private

      def refuse(path)
        raise LoadError, "cannot load such file -- #{path}"
      end

      def in_directories(path, directories)
        directories.each do |directory|
          ENDINGS.each do |ending|
            file = "#{directory}/#{path}#{ending}"
            return file if file.end_with?('.rb', '.so') && File.file?(file)
          end
        end
        nil
      end

      def in_gems(path)
        load_rubygems
        gem = Gem::Specification.find_by_path(path)
        gem && in_directories(path, gem.full_require_paths)
      rescue LoadError
        nil
      end
    end
  end

  # Methods that would end, replace or fork the compiler's process, or handle its signals.
  module Forbidden
    def exit!(*)
      raise SystemExit, 'exit!'
    end

    def exec(*)
      raise NotImplementedError, 'exec() would replace the compiler'
    end

    def fork(*)
      raise NotImplementedError, 'fork() would duplicate the compiler'
    end

    def trap(*)
      raise NotImplementedError, 'signal handlers are reserved for the compiler'
    end
  end
end

# Ractors would run code in parallel to the main thread.
class Ractor
  def self.new(*)
    raise NotImplementedError, 'not supported: Ractor'
  end
end

class Object
  autoload :Facter, 'ficelle/node_facts'
  autoload :Gem, 'ficelle/gem'
  include Ficelle::Everywhere
  include Ficelle::Forbidden
  include Ficelle::Plain
  private :exit!, :exec, :fork, :trap
end

# The same methods, called as Kernel.exit!, Process.fork and so on.
[Kernel, Process, Signal].each { |mod| mod.singleton_class.prepend(Ficelle::Forbidden) }

Ficelle::Libraries.prepare
