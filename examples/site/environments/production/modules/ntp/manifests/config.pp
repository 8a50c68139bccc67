class ntp::config {
  $own = $ntp::restrict ? {
    Undef   => ['default kod nomodify nopeer noquery limited', '127.0.0.1', '::1'],
    default => $ntp::restrict,
  }
  file { '/etc/ntpsec':
    ensure => directory,
    mode   => '0755',
  }
  file { '/etc/ntpsec/ntp.conf':
    ensure  => file,
    mode    => '0644',
    content => epp('ntp/ntp.conf.epp', {
      'servers'  => $ntp::servers,
      'restrict' => $own,
      'drift'    => $ntp::driftfile,
      'panic'    => $ntp::panic,
    }),
  }
}
