class p { $v = 1 }
class k inherits p { }
include k
notice($k::v, $p::v)
