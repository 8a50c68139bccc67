define d($a, $b = 5) { }
d { 'x': a => 'q' }
notice(getparam(D['x'], 'a'), getparam(D['x'], 'b'), defined_with_params(D['x'], {a => 'q', b => 5}))
