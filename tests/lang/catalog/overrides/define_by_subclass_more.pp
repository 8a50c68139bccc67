class p { d { 'x': } }
define d($a = 1) { notify { "${a}": } }
class k inherits p { D['x'] { a => 2 } }
include k
