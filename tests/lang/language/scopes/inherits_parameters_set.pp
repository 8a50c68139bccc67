class p($v = 'pv') { }
class k inherits p { notice($v) }
class { 'p': v => 'given' }
include k
