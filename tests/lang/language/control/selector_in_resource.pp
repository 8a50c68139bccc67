file { '/tmp/x':
  ensure => $facts['virtual'] ? { true => absent, false => file },
  mode   => $facts['os']['family'] ? { /^Deb/ => '0644', default => '0600' },
}
