class m {
  deprecation('m', 'text')
  include m::sub
  m::d { 'x': }
  m::d { 'y': k => 'k2' }
  m::f('fk')
  [1].each |$x| { deprecation('lambda', 'text') }
  'meth'.deprecation('text')
}
