define d() { notify { "in ${title}": } }
d { 'x': }
notify { 'a': subscribe => D['x'] }
