function f($x) {
  case $x {
    /^a(.*)/: { "rest ${1}" }
    Integer: { 'number' }
    default: { 'other' }
  }
}
notice(f('abc'), f(1), f('x'))
