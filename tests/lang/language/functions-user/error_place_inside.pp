function f($x) {
  $y = $x

  $y + 1
}
f('no number')
