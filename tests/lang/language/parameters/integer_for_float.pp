class c(Float $a) { }
class { 'c': a => 3 }
