class c(Numeric $a, Numeric $b) { notice($a + $b) }
class { 'c': a => 3, b => 0.5 }
