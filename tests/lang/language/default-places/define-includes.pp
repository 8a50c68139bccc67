class k($x = lookup('a_missing')) { }

define d() { include k }

d { 'a': }
