# Blocks of Ruby given to functions; each case is a method.
Puppet::Functions.create_function(:'rbcalls::run') do
  dispatch :run do
    param 'String', :what
    repeated_param 'Any', :args
    optional_block_param
  end

  class Own < StandardError; end unless defined?(Own)

  def run(what, *args, &block)
    send("try_#{what}", *args, &block)
  end

  # --- functions of the core ---
  def try_with
    call_function('with', 'a', 2) { |x, y| "#{x}-#{y}" }
  end

  def try_each
    seen = []
    result = call_function('each', [1, 2]) { |x| seen << x }
    [seen, result]
  end

  def try_each_pairs
    seen = []
    call_function('each', { 'a' => 1, 'b' => 2 }) { |k, v| seen << "#{k}=#{v}" }
    call_function('each', { 'a' => 1 }) { |pair| seen << pair }
    call_function('each', %w[x y]) { |i, v| seen << [i, v] }
    seen
  end

  def try_map
    [call_function('map', [1, 2, 3]) { |x| x * 10 }, call_function('map', { 'a' => 1 }) { |k, v| [k, v] },
     call_function('map', 3) { |x| x + 1 }]
  end

  def try_filter
    [call_function('filter', [1, 2, 3, 4]) { |x| x.even? }, call_function('filter', { 'a' => 1, 'b' => 2 }) { |_, v| v > 1 }]
  end

  def try_reduce
    [call_function('reduce', [1, 2, 3]) { |memo, x| memo + x }, call_function('reduce', [1, 2], 10) { |m, x| m * x }]
  end

  def try_slice
    call_function('slice', [1, 2, 3, 4], 2) { |a, b| a * b }
  end

  def try_slice_one
    seen = []
    call_function('slice', [1, 2, 3], 2) { |a| seen << a }
    seen
  end

  def try_then_lest
    [call_function('then', 5) { |x| x + 1 }, call_function('then', nil) { |x| raise 'no' }, call_function('lest', nil) { 7 },
     call_function('lest', 1) { raise 'no' }]
  end

  def try_any_all
    [call_function('any', [1, 2]) { |x| x == 2 }, call_function('all', [1, 2]) { |x| x == 2 },
     call_function('index', %w[a b]) { |x| x == 'b' }, call_function('group_by', %w[a bb c]) { |x| x.size },
     call_function('partition', [1, 2, 3]) { |x| x.odd? }]
  end

  def try_sort
    [call_function('sort', [3, 1, 2]) { |a, b| call_function('compare', b, a) }, call_function('max', 1, 5, 3) { |a, b| a <=> b }]
  end

  def try_tree
    seen = []
    call_function('tree_each', { 'a' => [1, 2] }) { |path, v| seen << [path, v.to_s] }
    seen
  end

  def try_step
    seen = []
    call_function('step', [1, 2, 3, 4], 2) { |x| seen << x }
    call_function('reverse_each', [1, 2]) { |x| seen << x }
    seen
  end

  def try_lookup
    call_function('lookup', 'no_such_key') { |name| "none for #{name}" }
  end

  def try_regsubst
    call_function('with', 'abc') { |s| s.sub('b') { |m| m.upcase } }
  end

  def try_dig
    call_function('map', [[1, 2], [3, 4]]) { |(a, b)| a + b }
  end

  def try_pair_to_one
    call_function('then', [1, 2]) { |a, b| [b, a] }
  end

  def try_value_kinds
    call_function('map', [nil, :default, true, 1.5, 'x', [1], { 'k' => 1 }, /re/]) { |x| x.class.to_s }
  end

  # --- arity ---
  def try_no_parameters
    call_function('each', [1]) { 1 }
  end

  def try_no_parameters_with
    call_function('with', 1) { 5 }
  end

  def try_three
    call_function('each', [1]) { |a, b, c| [a, b, c] }
  end

  def try_optional
    call_function('each', [1]) { |a, b = 2| [a, b] }
  end

  def try_rest
    call_function('with', 1, 2) { |*a| a }
  end

  def try_rest_after
    call_function('with', 1, 2) { |a, *b| [a, b] }
  end

  def try_keyword
    call_function('with', 1) { |a, k: 3| [a, k] }
  end

  def try_lambda
    add = ->(x) { x + 1 }
    call_function('map', [1, 2], &add)
  end

  def try_lambda_two
    add = ->(i, x) { i + x }
    call_function('map', [5, 6], &add)
  end

  def try_lambda_wrong
    add = ->(x, y, z) { x }
    call_function('map', [5, 6], &add)
  end

  def try_lambda_least
    call_function('with', 1, &->(x, y) { x })
  end

  def try_lambda_return
    call_function('map', [1, 2], &->(x) { return x * 2 })
  end

  def try_method
    call_function('map', [1, 2], &method(:double))
  end

  def double(x)
    x * 2
  end

  def try_numbered
    call_function('map', [1, 2]) { _1 + 5 }
  end

  def try_none
    call_function('each', [1])
  end

  def try_extra
    call_function('size', [1]) { |x| x }
  end

  def try_then_two
    call_function('lest', nil) { |x| [x] }
  end

  # --- leaving the block ---
  def try_next
    call_function('map', [1, 2, 3]) { |x| next 'two' if x == 2; x }
  end

  def try_break
    result = call_function('map', [1, 2, 3]) { |x| break "broke at #{x}" if x == 2; x }
    "#{result}!"
  end

  def try_return
    call_function('each', [1, 2, 3]) { |x| return "returned #{x}" if x == 2 }
    'not reached'
  end

  def try_throw
    got = catch(:found) do
      call_function('each', [1, 2, 3]) { |x| throw :found, "threw #{x}" if x == 3 }
      'not reached'
    end
    "#{got}!"
  end

  def try_throw_unknown
    call_function('each', [1]) { |x| throw :nobody, x }
  end

  def try_raise
    call_function('each', [1]) { |x| raise "raised #{x}" }
  end

  def try_raise_argument
    call_function('each', [1]) { |x| raise ArgumentError, "argument #{x}" }
  end

  def try_raise_puppet
    call_function('each', [1]) { |x| raise Puppet::ParseError, "parse error #{x}" }
  end

  def try_rescue
    call_function('each', [1]) { |x| raise ArgumentError, "argument #{x}" }
  rescue ArgumentError => e
    "rescued #{e.class} #{e.message}"
  end

  def try_rescue_own
    call_function('with', 1) { |x| raise Own, 'mine' }
  rescue Own => e
    "rescued my own #{e.message}"
  end

  def try_rescue_key
    call_function('with', 1) { |x| {}.fetch('k') }
  rescue KeyError => e
    "rescued #{e.class} #{e.key}"
  end

  def try_stop
    call_function('map', [1, 2, 3]) { |x| raise StopIteration if x == 2; x }
  end

  def try_break_function
    call_function('map', [1, 2, 3]) { |x| call_function('break') if x == 2; x }
  end

  def try_next_function
    call_function('map', [1, 2, 3]) { |x| call_function('next', 'n') if x == 2; x }
  end

  def try_return_function
    call_function('map', [1, 2, 3]) { |x| call_function('return', 'r') if x == 2; x }
  end

  def try_ensure
    seen = []
    begin
      call_function('each', [1, 2]) do |x|
        begin
          break if x == 1
        ensure
          seen << 'inner'
        end
      end
    ensure
      seen << 'outer'
    end
    seen
  end

  def try_fail
    call_function('each', [1]) { |x| call_function('fail', "failed #{x}") }
  end

  # --- blocks in blocks ---
  def try_nested
    call_function('map', [1, 2]) { |x| call_function('map', [10, 20]) { |y| x * y } }
  end

  def try_nested_break
    call_function('map', [1, 2]) do |x|
      call_function('map', [10, 20]) { |y| break [x, y] if y == 20; y }
    end
  end

  def try_nested_return
    call_function('map', [1, 2]) do |x|
      call_function('map', [10, 20]) { |y| return [x, y] if y == 20 }
    end
    'not reached'
  end

  def try_nested_throw
    catch(:out) do
      call_function('map', [1, 2]) { |x| call_function('map', [10, 20]) { |y| throw :out, x + y } }
    end
  end

  # --- other receivers ---
  def try_language
    call_function('rbcalls::plain', 5) { |x| x + 1 }
  end

  # A value that can be called, on its way through the language.
  def try_value
    call_function('rbcalls::kind', proc { |a, b| a })
  end

  def try_value_lambda
    call_function('rbcalls::kind', ->(a, b = 1) { a })
  end

  def try_value_back
    call_function('rbcalls::back', proc { |a| a + 1 }).call(4)
  end

  def try_given(&block)
    call_function('rbcalls::kind', block)
  end

  def try_ruby
    call_function('rbcalls::yields', 1, 2) { |x| "<#{x}>" }
  end

  def try_ruby_break
    call_function('rbcalls::yields', 1, 2) { |x| break "broke #{x}" }
  end

  def try_ruby_same
    block = proc { |x| x }
    call_function('rbcalls::is_it', block.object_id, &block)
  end

  def try_ruby_block_of_two
    call_function('rbcalls::two', 1) { |a, b| [a, b] }
  end

  def try_ruby_block_of_one
    call_function('rbcalls::two', 1) { |a| [a] }
  end

  def try_ruby_typed
    call_function('rbcalls::typed_block') { |a| a.to_s }
  end

  # --- through and stored ---
  def try_pass(&block)
    call_function('map', [1, 2], &block)
  end

  def try_wrap(&block)
    call_function('map', [1, 2]) { |x| block.call(x) + 100 }
  end

  def try_later
    stored = []
    call_function('each', [1, 2]) { |x| stored << -> { x * 3 } }
    stored.map(&:call)
  end

  def try_kept
    block = proc { |x| x + 1 }
    first = call_function('map', [1], &block)
    [first, call_function('map', [5], &block), block.call(9)]
  end

  def try_orphan
    make.call(1)
  end

  def make
    keep { |x| break x }
  end

  def keep(&block)
    block
  end

  def try_orphan_in_core
    block = make
    call_function('each', [1], &block)
  end

  # --- by the scope ---
  def try_scope
    closure_scope.call_function('map', [[1, 2]]) { |x| x + 1 }
  end

  def try_scope_variable
    closure_scope.call_function('with', ['v']) { |x| closure_scope['rbtop'].to_s + x }
  end

  def try_yielding
    call_function('with', 1) { |x| yield(x) }
  end

  def try_enumerator
    Enumerator.new { |y| call_function('each', [1, 2]) { |x| y << x } }.to_a
  end

  # --- across what the core catches ---
  def try_lookup_throw
    catch(:found) do
      call_function('lookup', 'no_such_key') { |name| throw :found, "threw #{name}" }
      'not reached'
    end
  end

  def try_lookup_raise
    call_function('lookup', 'no_such_key') { |name| raise ArgumentError, "raised #{name}" }
  rescue ArgumentError => e
    "rescued #{e.message}"
  end

  def try_epp_throw
    catch(:found) do
      call_function('inline_epp', '<% rbcalls::thrower("x") %>')
      'not reached'
    end
  end

  def try_deep
    down = ->(n) { n.zero? ? throw(:up, 'up again') : call_function('with', n) { |x| down.call(x - 1) } }
    Array.new(3) { catch(:up) { down.call(20) } }
  end

  def try_throw_twice
    first = catch(:a) do
      catch(:b) { call_function('with', 1) { throw :a, 'a' } }
      'not reached'
    end
    second = catch(:b) { catch(:a) { call_function('with', 1) { throw :b, 'b' } } }
    [first, second]
  end

  def try_throw_in_ensure
    catch(:a) do
      begin
        call_function('with', 1) { throw :a, 'one' }
      ensure
        call_function('with', 1) { |x| x }
      end
    end
  end

  def try_throw_then_raise
    call_function('with', 1) do
      begin
        throw :nobody
      rescue UncaughtThrowError => e
        raise ArgumentError, e.message
      end
    end
  rescue ArgumentError => e
    e.message
  end

  def try_raise_class
    call_function('with', 1) { |x| raise Own.new("as it is #{x}") }
  end

  def try_raise_twice
    call_function('with', 1) { call_function('with', 2) { |x| raise Own, "deep #{x}" } }
  rescue Own => e
    [e.class.name.split('::').last, e.message, e.backtrace.first[/run\.rb/]]
  end

  def try_redo
    count = 0
    call_function('with', 1) { |x| count += 1; redo if count < 3; count }
  end
end
