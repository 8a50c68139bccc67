notify { 'first': }
define d() { notify { "n ${title}": } }
d { 'x': require => Notify['first'] }
