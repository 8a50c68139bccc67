function f(String $first, Integer *$rest) { "${first}${rest}" }
notice(f('a'))
notice(f('a', 1, 2))
notice(f('a', 1, 'b'))
