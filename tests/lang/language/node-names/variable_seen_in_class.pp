# node: web1
class k { notice($v) }
node 'web1' { $v = 'of node' include k }
