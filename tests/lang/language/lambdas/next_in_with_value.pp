notice(with(2) |$x| { next($x * 3) })
