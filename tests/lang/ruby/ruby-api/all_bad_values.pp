ra_all { 'a':
  ensure  => purged,
  text    => 1,
  flag    => 'maybe',
  count   => 'many',
  bounded => 99,
  colour  => blue,
  list    => 'no list',
  map     => [],
  record  => { 'z' => 1 },
  known   => 'told',
}
