class c(Integer $a = 'x') { notice($a) }
class { 'c': a => 3 }
