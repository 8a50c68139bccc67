function each_twice(Array $a, Callable $c) { 1 }
notice(each_twice([1]) |$x| { $x })
