@@notify { 'a': message => 'A', tag => 't' }
notify { 'a': }
