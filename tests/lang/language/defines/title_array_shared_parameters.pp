define d($p) { notice($title, $p) }
d { ['x', 'y', 'z']: p => { 'k' => [1] } }
