define d($a, $b = 'x') { notify { "${title}: ${a} ${b}": } }
d { 'one': a => 1 }
d { ['two', 'three']: a => 2, b => 'y' }
