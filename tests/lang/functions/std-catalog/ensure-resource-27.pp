ensure_resource('Exec', 'x', {command => '/bin/x', 'unknown' => 1})
