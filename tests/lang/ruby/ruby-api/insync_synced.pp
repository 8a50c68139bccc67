ra_synced { 'a': text => 'x' }
