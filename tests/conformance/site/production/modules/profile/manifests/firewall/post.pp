# What comes last.
class profile::firewall::post (Boolean $log_dropped) {
  if $log_dropped {
    firewall { '990 log what is dropped':
      jump       => 'LOG',
      proto      => 'all',
      log_level  => '6',
      log_prefix => '[dropped] ',
      limit      => '10/min',
      before     => undef,
    }
  }
  firewall { '999 drop all':
    proto  => 'all',
    action => 'drop',
    before => undef,
  }
}
