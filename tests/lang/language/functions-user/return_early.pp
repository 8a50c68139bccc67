function f($x) {
  if $x > 3 { return 'big' }
  'small'
}
notice(f(1), f(4))
