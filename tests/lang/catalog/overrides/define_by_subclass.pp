define d($x = 1) { notice("x ${x}") }
class p { d { 'a': x => 1 } }
class q inherits p { D['a'] { x => 2 } }
include q
