ra_all { 'a': } ra_all { 'b': name => 'a' }
