class a { b { 'x': tag => 'tb' } }
define b { c { "c-${title}": tag => 'tc' } }
define c { notify { "n-${title}": } }
class { 'a': tag => 'ta' }
