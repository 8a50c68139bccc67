define d($a = 1, $b = 2,) { notice($a, $b) }
d { 'x': a => 3, }
