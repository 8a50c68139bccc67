@@notify { 'a': message => 'A', tag => 't' }
