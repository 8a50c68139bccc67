$a = Sensitive('x')
notice($a == Sensitive('x'), $a == 'x', [$a], { 'k' => $a })
