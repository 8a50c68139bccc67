$r = stdlib::sort_by([1,2,undef]) |$x| { $x }
