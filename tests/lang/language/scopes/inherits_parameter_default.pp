class p($v = 'pv') { }
class k($v = $p::v) inherits p { notice($v) }
include k
