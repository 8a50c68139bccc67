@@notify { 'a': message => 'A', tag => 't' }
realize(Notify['a'])
