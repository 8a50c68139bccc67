function f($x) {
  @("E")
    value ${x}
    | E
}
notice(f(7))
