$s = 'some Text'
notice(inline_template(@(T)))
  <%= [1, 1.5, "s", nil, true, false, :x, [], {}, /r/, 1..2].map { |v| [Integer, Float, Numeric, String, NilClass, TrueClass, FalseClass, Symbol, Array, Hash, Regexp, Range].map { |c| v.is_a?(c) ? 1 : 0 }.join }.join(" ") %>
  | T
