# What differs from machine to machine.
class ntp::params {
  if $facts['virtual'] == 'physical' {
    $panic = 1000
    $interface = 'all'
  } else {
    $panic = 0
    $interface = 'wildcard'
  }
  $drift = $facts['os']['release']['major'] ? {
    '11'    => '/var/lib/ntp/ntp.drift',
    default => '/var/lib/ntpsec/ntp.drift',
  }
  $package = $facts['os']['release']['major'] ? {
    '11'    => 'ntp',
    default => 'ntpsec',
  }
}
