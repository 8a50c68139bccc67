$r = stdlib::sort_by([true,false]) |$x| { $x }
