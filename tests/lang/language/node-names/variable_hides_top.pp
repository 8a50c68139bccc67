# node: web1
$v = 'top'
class k { notice($v, $::v) }
node 'web1' { $v = 'node' include k }
