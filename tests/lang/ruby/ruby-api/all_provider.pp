ra_all { 'a': provider => 'x' }
