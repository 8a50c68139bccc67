# frozen_string_literal: true

# Functions of modules: loads and calls them.
module Ficelle
  # Evaluates files of modules, each in its own binding.
  module Loader
    def self.evaluate(loader_injected_arg, text, path)
      eval(text, get_binding(loader_injected_arg), path, 1)
    end

    # The name of this method appears in the places of warnings.
    def self.get_binding(loader_injected_arg)
      binding
    end
    private_class_method :get_binding
  end

  # The value of the local variable in the binding in which the file of a function is evaluated: the function that is
  # being loaded.
  LoaderArgument = Struct.new(:name, :module_name)

  NEW_API = /Puppet::Functions\.create_function/.freeze
  NEW_FUNCTION = /\bnewfunction\b/.freeze
  OLD_DEFINITION = /^\s*def\s+(?:self\.)?(\w+[?!=]?)/.freeze

  class << self
    # Loads a function and describes it to the core: its number, and its signatures or arity.
    def load_function(name, path, old, module_name)
      number = world.numbers[path]
      unless number
        function = old ? load_old(name, path) : load_new(name, path, module_name)
        number = world.numbers[path] = world.functions.size
        world.functions << function
      end
      world.functions[number].description.merge('number' => number)
    ensure
      world.watch(path)
    end

    # Calls a function that defines the method `call`.
    def call_function_itself(number, *args, &block)
      result = NOT_FOUND
      catch(:no_such_key) { result = world.functions[number].call(scope, *args, &block) }
      result
    ensure
      world.watch
    end

    # Runs the file of a function of the 3.x API again.
    def reload_old_function(path)
      Loader.evaluate(nil, File.read(path, encoding: Encoding::UTF_8), path)
      world.watch(path)
    end

    # Makes a function of the 3.x API a method of scopes if it is not yet; false: no module has it.
    def old_function(name)
      info = Puppet::Parser::Functions.info(name)
      return info if info

      path = Core.older_function(name) or return false
      load_old(name, path)
      world.watch(path)
      Puppet::Parser::Functions.info(name)
    end

    def call_old_function(number, *args)
      world.functions[number].invoke(args)
    ensure
      world.watch
    end

    private

    def load_new(name, path, module_name)
      text = File.read(path, encoding: Encoding::UTF_8)
      unless NEW_API.match?(text)
        raise ArgumentError, "The code loaded from #{path} does not seem to be a Puppet 4x API function - " \
                             'no create_function call.'
      end
      created = Loader.evaluate(LoaderArgument.new(name, module_name), text, path)
      unless created.is_a?(Class)
        raise ArgumentError, "The code loaded from #{path} did not produce a Function class when evaluated. " \
                             "Got '#{created.class}'"
      end
      unless created.name.to_s == name
        raise ArgumentError, "The code loaded from #{path} produced mis-matched name, expected '#{name}', " \
                             "got #{created.name}"
      end
      created.ficelle_file = path
      created.new(nil, nil)
    end

    def load_old(name, path)
      text = File.read(path, encoding: Encoding::UTF_8)
      check_old(text, path)
      info = Puppet::Parser::Functions.info(name) || Loader.evaluate(nil, text, path)
      unless info.is_a?(Hash)
        raise ArgumentError, "Illegal legacy function definition! The code loaded from #{path} did not return " \
                             "the result of calling 'newfunction'. Got '#{info.class}'"
      end
      unless info[:name] == "function_#{name}"
        raise ArgumentError, "The code loaded from #{path} produced mis-matched name, expected 'function_#{name}', " \
                             "got '#{info[:name]}'"
      end
      OldFunction.new(name, info)
    end

    def check_old(text, path)
      OldSource.new(text, path).check
    end
  end

  # A function of the 3.x API: a method of scopes.
  class OldFunction
    def initialize(name, info)
      @method = :"real_function_#{name}"
      @rvalue = info[:type] == :rvalue
      @arity = info[:arity]
    end

    def description
      { 'arity' => @arity, 'rvalue' => @rvalue }
    end

    def invoke(args)
      result = Ficelle.scope.send(@method, args)
      @rvalue ? result : nil
    end
  end

  # Checks the file of such a function: it must call newfunction and must not define methods.
  class OldSource
    URL = 'https://puppet.com/docs/puppet/latest/functions_refactor_legacy.html'

    def initialize(text, path)
      @text = text
      @path = path
    end

    def check
      return if @text.match?(NEW_FUNCTION) && !@text.match?(/\bdef\b/)

      look_closely
    end

    private

    # The word may be in a text or comment. Only Ruby's parser can tell; it is loaded for the few files that contain the
    # word.
    def look_closely
      require 'ripper'
      tree = Ripper.sexp(@text)
      return if tree.nil?

      @found = false
      walk(tree)
      return if @found

      raise ArgumentError, "The code loaded from #{@path} does not seem to be a Puppet 3x API function - " \
                           "no 'newfunction' call."
    end

    def walk(node)
      return unless node.is_a?(Array)

      case node[0]
      when :fcall, :call then @found ||= identity(node)&.at(1) == 'newfunction'
      when :def, :defs then refuse(identity(node))
      end
      node.each { |inner| walk(inner) }
    end

    def identity(node)
      node.find { |part| part.is_a?(Array) && part[0] == :@ident }
    end

    # As in Puppet, what the message calls a line is the column of the name.
    def refuse(ident)
      name, line = ident ? [ident[1], ident[2]&.last] : []
      raise SecurityError, "Illegal method definition of method '#{name || '<unknown>'}' in source #{@path} on line " \
                           "#{line || '<unknown>'} in legacy function. See #{URL} for more information"
    end
  end
end
