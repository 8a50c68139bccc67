ra_titles { 'a-b': name => 'c' }
