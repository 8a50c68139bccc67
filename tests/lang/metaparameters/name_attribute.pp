notify { 'a': name => 'b' }
