with('a', 2) |$x, $y| { notice("${x} ${y}") }
notice(with(1) |$x = 5, $y = $x| { [$x, $y] })
