class k($x = [1].map |$y| {
  lookup('a_missing')
}) { }
include k
