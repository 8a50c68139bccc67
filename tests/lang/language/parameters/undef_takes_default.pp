class c(Integer $a = 3) { notice($a) }
class { 'c': a => undef }
