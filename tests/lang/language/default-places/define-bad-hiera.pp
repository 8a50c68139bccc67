# environment: bad
define d($x = lookup('a')) { }

d { 'a': }
