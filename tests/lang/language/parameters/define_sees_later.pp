define d($a = $b, $b = 2) { notice($a) }
d { 'x': }
