class c(Callable $f) { }
class { 'c': f => 'x' }
