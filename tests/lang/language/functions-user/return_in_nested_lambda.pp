function f() {
  [1, 2].each |$x| {
    [3, 4].each |$y| {
      if $y == 4 { return [$x, $y] }
    }
  }
}
notice(f())
