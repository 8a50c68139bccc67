File { colour => 'red' }
file { '/tmp/a': }
