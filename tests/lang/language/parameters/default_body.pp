define d($a = 1, $b = 2) { notice($title, $a, $b) }
d { default: a => 10; 'x': ; 'y': a => 20 }
