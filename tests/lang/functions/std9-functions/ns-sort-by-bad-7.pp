$r = stdlib::sort_by([1]) |$x, $y| { $x }
