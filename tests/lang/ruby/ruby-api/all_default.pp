Ra_all { text => 'd' } ra_all { 'a': } ra_all { 'b': text => 'own' }
