function m::f($k) {
  deprecation($k, 'text')
}
