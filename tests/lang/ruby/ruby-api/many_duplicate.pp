ra_many { 'a': host => 'h' } ra_many { 'b': zone => 'a', host => 'h' }
