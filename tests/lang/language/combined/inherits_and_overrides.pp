class service_base {
  service { 'app':
    ensure => running,
    enable => true,
  }
  file { '/etc/app': ensure => directory, mode => '0755' }
}
class service_base::disabled inherits service_base {
  Service['app'] { ensure => stopped, enable => false }
  File['/etc/app'] { mode => undef, owner => 'root' }
}
include service_base::disabled
include service_base
