# What the machines are.
$role = $facts['networking']['hostname'] ? {
  /^web/   => 'web',
  /^lb/    => 'balancer',
  /^db/    => 'mysql',
  /^pg/    => 'postgres',
  /^cache/ => 'cache',
  /^mail/  => 'mail',
  default  => 'monitor',
}

# A template of the module rsyslog looks for this where only top scope can have it.
$modules = [
  '$ModLoad imuxsock # messages of this machine',
  '$ModLoad imklog   # those of its kernel',
]

File {
  backup => false,
}
Exec {
  path => ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'],
}

node /^(web|lb)\d+\.example\.com$/ {
  $tier = 'front'
  include "role::${role}"
}

node /^(db|pg|cache)\d+\.example\.com$/ {
  $tier = 'data'
  include "role::${role}"
}

node default {
  $tier = 'services'
  include "role::${role}"
}
