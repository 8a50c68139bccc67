define d { notify { "in ${title}": } }
d { 'x': }
notify { 'a': require => D['x'] }
