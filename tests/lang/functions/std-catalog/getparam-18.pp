define d($a) { notice(getparam(D['x'], 'a')) ensure_resource('notify', 'same', {message => 'm'}) ensure_packages(['p']) }
d { ['x', 'y']: a => 'q' }
