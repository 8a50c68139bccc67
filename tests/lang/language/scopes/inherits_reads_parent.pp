class p { $v = 'parent' $w = 'w' }
class k inherits p { $v = 'kid' notice($v, $w, $p::v, $k::w) }
include k
