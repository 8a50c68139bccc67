ra_key { 'a': name => '/b' }
