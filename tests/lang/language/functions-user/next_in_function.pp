function f($x) {
  next("n${x}")
  'never'
}
notice(f(1))
