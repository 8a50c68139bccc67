class c(Integer $a) { }
class { 'c': a => '3' }
