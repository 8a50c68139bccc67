function f($x) {
  $y = $x * 2
  $z = $y + 1
  $z
}
notice(f(3), f(4))
