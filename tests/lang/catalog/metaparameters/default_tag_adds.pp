Notify { tag => 'dflt' }
notify { 'a': }
notify { 'b': tag => 'own' }
