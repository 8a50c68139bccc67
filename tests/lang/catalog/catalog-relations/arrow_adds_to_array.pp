notify { 'a': before => [Notify['b'], Notify['c']] }
notify { ['b', 'c', 'd']: }
Notify['a'] -> Notify['d']
