notice(with(1) |$a, $b = $c, $c = 3| { [$a, $b, $c] })
