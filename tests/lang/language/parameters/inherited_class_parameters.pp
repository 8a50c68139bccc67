class p($a = 1) { }
class k($a = 2) inherits p { notice($a, $p::a) }
include k
