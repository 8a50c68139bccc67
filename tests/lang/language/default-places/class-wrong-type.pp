class k($x = lookup('a_missing', String, 'first', 1)) { }
include k
