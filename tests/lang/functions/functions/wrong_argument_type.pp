$x = map('a', 'b') |$y| { $y }
