$x = 1
[10, 20].each |$v| {
  $y = $v + $x
  notice($y)
}
notice("[${y}]")
