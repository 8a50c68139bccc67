define d($a = 5, $b = $a + 1) { }
d { 'x': a => 2 }
notice(D['x']['a'], D['x']['b'])
