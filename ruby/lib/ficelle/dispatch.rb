# frozen_string_literal: true

module Puppet
  module Pops
    module Adapters
      # The cache of functions (cache_param): a hash for each object, dropped at the end of the compilation.
      class ObjectIdCacheAdapter
        def initialize
          @hashes = {}.compare_by_identity
        end

        def retrieve(key)
          @hashes[key] ||= {}
        end
      end
    end
  end
end

module Ficelle
  # A signature of a function and the method it calls.
  class Dispatch
    attr_reader :method

    def initialize(method, mismatch, types, names, min, rest, weaving, block, result)
      @method = method
      @mismatch = mismatch
      @types = types
      @names = names
      @min = min
      @rest = rest
      @weaving = weaving
      @block = block
      @result = result
    end

    # The signature of a Ruby method.
    def self.of_method(name, method)
      counts = Hash.new(0)
      names = method.parameters.map do |kind, parameter|
        counts[kind] += 1
        parameter.to_s
      end
      rest = counts[:rest].positive?
      count = counts[:req] + counts[:opt] + (rest ? 1 : 0)
      new(name, false, ['Any'] * count, names, counts[:req], rest, nil, nil, nil)
    end

    def mismatch?
      @mismatch
    end

    def description
      text = { 'method' => @method.to_s, 'mismatch' => @mismatch, 'types' => @types, 'names' => @names.map(&:to_s),
               'min' => @min, 'rest' => @rest, 'result' => @result }
      text.merge!('block' => @block[0], 'block_name' => @block[1].to_s, 'block_optional' => @block[2]) if @block
      text
    end

    # The arguments for the method: those of the call, with injected ones between them.
    def weave(args)
      return args unless @weaving

      @weaving.each_with_object([]) do |knit, all|
        if knit.is_a?(Symbol) then all << injected(knit)
        elsif knit.negative? then all.concat(args[(-knit - 1)..] || [])
        elsif knit < args.size then all << args[knit]
        end
      end
    end

    private

    def injected(name)
      case name
      when :scope then Ficelle.scope
      when :cache then Ficelle.call_cache
      else Puppet.lookup(name)
      end
    end
  end

  # The dispatcher for functions that define the method `call`.
  class Dispatcher
    def initialize(function_class)
      @function_class = function_class
    end

    def dispatch(instance, _scope, args, &block)
      number = Core.select_dispatch(@function_class.name, args, block, @function_class.ficelle_file)
      result = instance.invoke(number, args, &block)
      return result unless @function_class.dispatches[number].mismatch?

      raise ArgumentError, "'#{@function_class.name}' #{result}"
    end
  end

  # The methods for the block of a dispatch.
  class DispatchBuilder
    def initialize(method, mismatch)
      @method = method
      @mismatch = mismatch
      @types = []
      @names = []
      @min = @max = 0
      @weaving = []
    end

    def build(&block)
      instance_eval(&block)
      Dispatch.new(@method, @mismatch, @types, @names, @min, @max.nil?, @woven && @weaving, @block, @result)
    end

    def param(type, name)
      add(type, name)
      raise ArgumentError, 'A required parameter cannot be added after an optional parameter' if @min != @max

      @min += 1
      @max += 1
    end
    alias required_param param

    def optional_param(type, name)
      add(type, name)
      @max += 1
    end

    def repeated_param(type, name)
      add(type, name, true)
      @max = nil
    end
    alias optional_repeated_param repeated_param

    def required_repeated_param(type, name)
      add(type, name, true)
      if @min != @max
        raise ArgumentError, 'A required repeated parameter cannot be added after an optional parameter'
      end
      @min += 1
      @max = nil
    end

    def block_param(*type_and_name)
      if type_and_name.size > 2
        raise ArgumentError, "block_param accepts max 2 arguments (type, name), got #{type_and_name.size}."
      end
      name = type_and_name.empty? ? :block : type_and_name.last
      type = type_and_name.size == 2 ? type_and_name.first : 'Callable'
      raise ArgumentError, "Expected block_param name to be a Symbol, got #{name.class}" unless name.is_a?(Symbol)
      raise ArgumentError, 'Attempt to redefine block' if @block

      @block = [type, name, false]
    end
    alias required_block_param block_param

    def optional_block_param(*type_and_name)
      block_param(*type_and_name)
      @block[2] = true
    end

    def return_type(type)
      unless type.is_a?(String) || type.is_a?(Puppet::Pops::Types::PAnyType)
        raise ArgumentError, "Argument to 'return_type' must be a String reference to a Puppet Data Type. Got #{type.class}"
      end
      @result = type
    end

    private

    def add(type, name, repeated = false)
      raise ArgumentError, 'Parameters cannot be added after a block parameter' if @block
      raise ArgumentError, 'Parameters cannot be added after a repeated parameter' if @max.nil?
      raise ArgumentError, "Parameter name argument must be a Symbol. Got #{name.class}" if name.is_a?(String)
      unless type.is_a?(String) || type.is_a?(Puppet::Pops::Types::PAnyType)
        raise ArgumentError, "Parameter 'type' must be a String reference to a Puppet Data Type. Got #{type.class}"
      end
      @types << type
      @names << name
      @weaving << (repeated ? -@names.size : @names.size - 1)
    end
  end

  # The same for functions that get injected arguments (InternalFunction).
  class InternalDispatchBuilder < DispatchBuilder
    { scope_param: :scope, cache_param: :cache, compiler_param: :pal_catalog_compiler, pal_compiler_param: :pal_compiler,
      script_compiler_param: :pal_script_compiler }.each do |name, injected|
      define_method(name) do
        @woven = true
        @weaving << injected
      end
    end
  end

  # The methods for the block of local_types.
  class LocalTypes
    attr_reader :definitions

    def initialize
      @definitions = []
    end

    def type(assignment)
      unless assignment.match?(/\A\s*[A-Z]\w*\s*=/)
        raise ArgumentError, "Expected a type alias assignment on the form 'AliasType = T', got '#{assignment}'.\n" \
                             "Called from <#{caller(1, 1).first.sub(/:in.*\z/, '')}>"
      end
      @definitions << assignment
    end
  end

  def self.call_cache
    @call_cache ||= Puppet::Pops::Adapters::ObjectIdCacheAdapter.new
  end
end
