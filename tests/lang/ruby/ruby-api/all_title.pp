ra_all { 'a': title => 'x' }
