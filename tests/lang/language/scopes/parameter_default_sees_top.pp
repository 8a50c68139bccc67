$v = 'top'
class c($w = $v) { notice($w) }
include c
