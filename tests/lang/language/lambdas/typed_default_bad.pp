notice(with() |Integer $a = 'x'| { $a })
