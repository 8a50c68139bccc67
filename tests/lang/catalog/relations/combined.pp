notify { ['a', 'b', 'c']: }
notify { 'd': before => Notify['a'] }
Notify['d'] -> Notify['b']
Notify['d'] -> Notify['c']
