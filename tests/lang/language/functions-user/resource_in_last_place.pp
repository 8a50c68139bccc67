function f() { file { '/tmp/x': ensure => file } }
$r = f()
notify { 'after': require => $r }
