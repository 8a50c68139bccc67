# node: web1
class k { notice(defined('$v')) }
include k
node 'web1' { $v = 1 }
