$n = 7
notice(with() |$a = $n| { $a })
