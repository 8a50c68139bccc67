function f($a) {
  $a.each |$x| { if $x == 2 { return "found ${x}" } }
  'nothing'
}
notice(f([1, 2, 3]), f([4]))
