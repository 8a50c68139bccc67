define m::d($k = 'dk') {

  deprecation($k, 'text')
  m::f("${k}f")
}
