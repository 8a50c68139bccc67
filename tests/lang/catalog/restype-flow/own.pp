define c { d { 'd': schedule => 's', noop => false } } define d { notify { 'n': alias => 'm', schedule => 'own' } } c { 'c': tag => 'x', loglevel => debug, schedule => 'c' }
