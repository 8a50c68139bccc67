@@notify { 'a': message => 'A', tag => 't' }
notify { 'b': require => Notify['a'] }
