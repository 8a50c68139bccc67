define d() { notify { "d ${title}": } }
d { 'x': alias => 'y' }
notify { 'z': require => D['y'] }
