notice(map([1,2]) |$x| { [5,6].map |$y| { next($y) } })
