$v = 'top'
class p { }
class k inherits p { notice($v) }
include k
