class m::sub {
  deprecation('sub', 'text')
}
