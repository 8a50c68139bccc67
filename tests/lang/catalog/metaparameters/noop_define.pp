define d() { notify { "n ${title}": } }
d { 'x': noop => true }
