class ntp::service {
  service { $ntp::params::package:
    ensure => running,
    enable => true,
  }
}
