class c(Collection[1] $x) { notice($x) }
class { 'c': x => [1] }
