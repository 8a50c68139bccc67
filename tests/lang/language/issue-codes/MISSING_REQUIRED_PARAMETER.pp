notice(with() |$a| { 1 })
