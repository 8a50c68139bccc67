notice(with(1, 2, 3) |Integer $a, Integer *$b| { $b })
