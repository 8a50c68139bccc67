class k($x = fail('no')) { }
include k
