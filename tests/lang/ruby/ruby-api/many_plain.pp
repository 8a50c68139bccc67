ra_many { 'a': host => 'h', port => 1 } ra_many { 'b': zone => 'z', text => 't' }
