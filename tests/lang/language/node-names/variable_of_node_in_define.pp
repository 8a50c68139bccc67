# node: web1
define d() { notice($v) }
node 'web1' { $v = 'node' d { 'x': } }
