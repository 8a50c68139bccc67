# Collects what collectd of all machines sends.
class role::monitor {
  include profile::base
  include profile::monitor

  Class['profile::base']
  -> Class['profile::monitor']
}
