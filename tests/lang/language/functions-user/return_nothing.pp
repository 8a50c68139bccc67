function f() {
  return()
  notice('never')
}
notice(f() == undef)
