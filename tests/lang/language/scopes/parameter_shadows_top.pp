$v = 'top'
class c($v = 'param') { notice($v, $::v) }
include c
