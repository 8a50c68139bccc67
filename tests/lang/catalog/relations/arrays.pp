notify { ['a', 'b', 'c', 'd']: }
Notify['a', 'b'] -> [Notify['c'], Notify['d']]
