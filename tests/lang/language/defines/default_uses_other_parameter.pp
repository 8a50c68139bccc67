define d($a, $b = "${a}!", $c = [$a, $b]) { notice($a, $b, $c) }
d { 't': a => 'A' }
