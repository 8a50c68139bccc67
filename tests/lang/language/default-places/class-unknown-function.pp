class k($x = nosuch()) { }
include k
