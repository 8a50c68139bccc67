class c {
  [1, 2].each |$x| { if $x == 2 { return() } notice($x) }
  notice('not reached')
}
include c
notice('after')
