$r = notify { 'x': }
$s = file { ['/tmp/a', '/tmp/b']: }
notice($r, $s)
