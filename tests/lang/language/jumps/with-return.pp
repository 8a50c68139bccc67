$x = with(1) |$y| { return($y + 1) }
notice($x)
