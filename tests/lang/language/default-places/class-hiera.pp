class k(
  $x = hiera('a_missing'),
) { }
include k
