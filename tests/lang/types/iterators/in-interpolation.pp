$a = [3,1,2].reverse_each notice("${a.map |$x| { $x * 2 }}")
