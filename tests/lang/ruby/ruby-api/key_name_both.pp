ra_key { 'a': name => '/b', path => '/c' }
