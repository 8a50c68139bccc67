ra_key { '/a': } ra_key { 'b': path => '/a' }
