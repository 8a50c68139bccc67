@@ra_all { 'a': text => 't' } ra_all { 'b': }
