class c(Integer $a, Array[String] $b) { }
class { 'c': a => 'x', b => [1, 'y', 2] }
