$x = 'top'
node default { $x = 'node' include b }
class b { notice($x, $::x) }
