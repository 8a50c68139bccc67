$r = stdlib::sort_by([1,'a']) |$x| { $x }
