notice(with(1) |$a| >> Integer { $a })
