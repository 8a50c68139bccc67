class k($x = lookup('a_missing')) { }

include k
