$common = { 'owner' => 'root', 'group' => 'root' }
File { mode => '0644', backup => false }
file {
  default: ensure => file, * => $common;
  '/tmp/one': content => 'one';
  '/tmp/two': content => 'two', mode => '0600';
  ['/tmp/three', '/tmp/four']: ensure => directory, backup => undef;
}
notice(File['/tmp/one']['mode'], File['/tmp/two']['mode'], File['/tmp/four']['owner'])
