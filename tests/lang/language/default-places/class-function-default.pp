function f($y =
  lookup('a_missing')) { $y }

class k($x = f()) { }
include k
