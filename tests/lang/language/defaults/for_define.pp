define d($a, $b = 'bd') { notice($a, $b) }
D { a => 'from defaults', b => 'also' }
d { 'x': }
d { 'y': a => 'own' }
