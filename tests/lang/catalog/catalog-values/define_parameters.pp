define d($a, $b = $a, $c = "${title}-${name}") { }
d { 't': a => 'x' }
