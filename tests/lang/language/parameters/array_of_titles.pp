define d($a = $title) { notice($a) }
d { ['x', 'y']: }
