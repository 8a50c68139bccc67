class k { break() }
include k
