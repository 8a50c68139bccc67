function f() {
  1 + 1
  2
}
notice(f())
