notice(rubyfns::blocks(['a']) |$a, $b, $c, $d| { 1 })
