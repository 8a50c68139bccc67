define d($p) { }
d { 'x': p => 1 }
notice($p)
