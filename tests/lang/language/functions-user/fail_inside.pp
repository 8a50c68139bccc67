function f($x) {
  fail("because ${x}")
}
class c { f('so') }
include c
