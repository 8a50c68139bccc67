notify { 'a': }
notify { 'b': }
notify { 'a': message => 'again' }
