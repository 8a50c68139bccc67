define d($a = 5) { }
d { 'x': }
notice(D['x']['a'])
