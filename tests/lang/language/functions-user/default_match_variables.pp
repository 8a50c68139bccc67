function f($a = 'abc' =~ /(b)(c)/, $b = $1, $c = "${2}!") { [$a, $b, $c, $1] }
notice(f())
