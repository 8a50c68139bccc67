notice([1, 2, 3].map |$x| { $x * 2 })
notice({ a => 1, b => 2 }.map |$k, $v| { "${k}=${v}" }, { a => 1 }.map |$p| { $p })
notice([a, b].map |$i, $v| { [$i, $v] }, 3.map |$x| { $x }, map([1]) |$x| { undef })
