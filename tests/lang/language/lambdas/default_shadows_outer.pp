$a = 7
notice(with() |$a = $a| { $a })
