$v = 'top'
define d() { $v = 'd' notice($v, $::v) }
d { 'x': }
