notice(Array('abc'), Array({ 'a' => 1 }), Array(3), Array(Integer[2, 4]), Array(Enum['x', 'y']), Array(Binary('YWL/')), Array(undef, true), Array([1], true), Array('ab', true), Array('ab', false))
