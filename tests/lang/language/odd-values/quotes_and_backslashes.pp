notify { 'it\'s': message => 'a\\b"c' }
