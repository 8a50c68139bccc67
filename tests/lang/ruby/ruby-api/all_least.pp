ra_all { 'a': text => 'x' }
