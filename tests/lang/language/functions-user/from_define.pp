function f($x) { notify { "f ${x}": } }
define d() { f($title) }
d { ['one', 'two']: }
