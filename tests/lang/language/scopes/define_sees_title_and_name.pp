define d($a = $title, $b = $name) { notice($title, $name, $a, $b) }
d { 'x': }
