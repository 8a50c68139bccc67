File { require +> Notify['x'] }
file { '/tmp/a': }
