class c($x = 1) { notice($x) }
include c
class { 'c': x => 2 }
