define d($unless, $default = 1) { notice($unless, $default) }
d { 'x': unless => 'u', default => 2 }
