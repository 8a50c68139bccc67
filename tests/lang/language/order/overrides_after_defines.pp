class p { d { 'x': v => 'old' } }
class q inherits p { D['x'] { v => 'new' } }
define d($v) { notice($v) }
include q
