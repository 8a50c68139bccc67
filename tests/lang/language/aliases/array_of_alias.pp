type Port = Integer[1, 65535]
class c(Array[Port, 1] $p) { }
class { 'c': p => [80, 0] }
