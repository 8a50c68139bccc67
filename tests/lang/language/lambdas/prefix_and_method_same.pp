notice(map([1, 2]) |$x| { $x + 1 } == [1, 2].map |$x| { $x + 1 })
