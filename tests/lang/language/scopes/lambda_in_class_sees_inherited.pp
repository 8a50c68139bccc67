class p { $v = 'p' }
class k inherits p { [1].each |$x| { notice($v) } }
include k
