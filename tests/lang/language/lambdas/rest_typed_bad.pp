notice(with(1, 2, 'x') |Integer $a, Integer *$b| { $b })
