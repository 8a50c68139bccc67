class c(Integer[1, 10] $a) { }
class { 'c': a => 11 }
