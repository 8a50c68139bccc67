$a = [1, 2, 3]
same::in_block($a) |$x| {
  notice("${a} at ${x}")
  $x * 10
}
notice($a)
