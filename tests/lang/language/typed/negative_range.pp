class c(Integer[-5, -1] $n) { notice($n) }
class { 'c': n => 0 }
