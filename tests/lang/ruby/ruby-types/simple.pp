# Attributes, provider and metaparameters of a type in Ruby; nothing is munged or validated.
rt_simple { 'a':
  ensure   => present,
  value    => 1,
  list     => ['x', 'bad'],
  loud     => true,
  provider => 'shell',
  tag      => 'mine',
  require  => File['/tmp/x'],
}
file { '/tmp/x': }
