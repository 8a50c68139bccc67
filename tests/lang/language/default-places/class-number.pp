class k($x = Integer('a')) { }
include k
