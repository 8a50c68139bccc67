$r = [File['/a'], File['/b']]
$r { mode => 1 }
file { ['/a', '/b']: }
