define d($x = 1) { notify { "n ${x}": } }
class p { d { 'a': } }
class q inherits p { D['a'] { x => 2 } }
include q
