class p($x = 'px') { notice("p ${x}") }
class q($y = $p::x) inherits p { notice("q ${y} ${x}") }
include q
