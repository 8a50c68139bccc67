ra_none { 'a': name => 'x' }
