define d { notify { "in ${title}": } }
d { 'x': noop => true, tag => 'tagged', loglevel => 'debug' }
