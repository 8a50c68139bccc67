define d($x = 1) { notify { "${title}/${name}": } }
d { 't': name => 'other' }
