function f($x) {
  break()
}
f(1)
