$x = with(1) |$y| { break() }
notice($x)
