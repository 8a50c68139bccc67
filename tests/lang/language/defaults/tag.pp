Notify { tag => 'everywhere' }
notify { 'a': tag => 'own' }
notify { 'b': }
