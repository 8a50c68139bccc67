file { '/tmp/h':
  content => epp('base/hello.epp', { 'name' => 'file', 'times' => 1 }),
}
