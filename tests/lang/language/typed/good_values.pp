class { 'typed':
  int     => 10,
  str     => 'x',
  enum    => 'b',
  opt     => undef,
  variant => 5,
  array   => [],
  struct  => { 'port' => 80, 'host' => 'h' },
}
