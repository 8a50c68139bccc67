class ntp::install {
  package { $ntp::params::package: ensure => installed }
  package { ['systemd-timesyncd', 'chrony']: ensure => purged }
}
