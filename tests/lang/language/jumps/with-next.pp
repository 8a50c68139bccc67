$x = with(1) |$y| { next($y + 1) }
notice($x)
