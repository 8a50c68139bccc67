ra_key { 'b': path => '/b' } notify { 'n': require => Ra_key['/b'] }
