notice("${with(1) |$x| { $x + 1 }} ${[1, 2].map |$x| { $x * 2 }}")
