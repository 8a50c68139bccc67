define d(Integer $a = 1, String $b) { notice($a, $b) }
d { 'x': b => 'y' }
