function f($x) { "${x}!" }
define d($m = f($title)) { notify { $m: } }
d { 'a': }
