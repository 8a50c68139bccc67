class p($a = 1) { notify { "${a}": } }
Class['p'] { a => 2 }
include p
