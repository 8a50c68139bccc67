ra_key { '/a': size => small } ra_key { 'b': path => '/b', size => 5 }
