class c(Funcs::Small $x) { notice($x) }
class { 'c': x => 10 }
