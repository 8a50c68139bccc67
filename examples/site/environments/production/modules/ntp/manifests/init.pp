# The clock. The monitoring server serves the time to the others.
class ntp (
  Array[String[1], 1] $servers = ['0.debian.pool.ntp.org', '1.debian.pool.ntp.org', '2.debian.pool.ntp.org'],
  Integer[0] $panic = $ntp::params::panic,
  String[1] $driftfile = $ntp::params::drift,
  Optional[Array[String]] $restrict = undef,
) inherits ntp::params {
  contain ntp::install
  contain ntp::config
  contain ntp::service

  Class['ntp::install'] -> Class['ntp::config'] ~> Class['ntp::service']
}
