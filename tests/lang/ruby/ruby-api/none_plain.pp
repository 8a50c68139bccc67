ra_none { 'a': text => 'x' }
