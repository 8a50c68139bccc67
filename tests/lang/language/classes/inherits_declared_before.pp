class p($x = 1) { notice("p ${x}") }
class { 'p': x => 5 }
class q inherits p { notice("q ${x}") }
include q
