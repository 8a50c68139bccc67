function f() {
  lookup('a_missing')
}
class k(
  $x = f(),
) { }
include k
