@notify { 'a': }
Notify['a'] { message => 'ref' }
realize(Notify['a'])
