class k { notify { 'n': } d { 'x': } }
define d() { notify { "d ${title}": loglevel => 'debug' } }
class { 'k': noop => true, loglevel => 'warning' }
