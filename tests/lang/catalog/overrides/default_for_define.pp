class c { D { a => 2 } d { 'x': } }
define d($a = 1) { notify { "${a}": } }
include c
