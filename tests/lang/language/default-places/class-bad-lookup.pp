class k($x = lookup('a..b')) { }
include k
