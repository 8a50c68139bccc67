class c(Array[Any, 2, 3] $a) { }
class { 'c': a => [1] }
