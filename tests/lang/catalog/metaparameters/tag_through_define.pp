define d() { notify { "n ${title}": } }
class c { d { 'x': tag => 'mine' } }
class { 'c': tag => 'outer' }
