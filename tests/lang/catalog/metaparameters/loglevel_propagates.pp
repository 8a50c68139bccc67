define d { notify { "n ${title}": } }
d { 'x': loglevel => 'warning' }
