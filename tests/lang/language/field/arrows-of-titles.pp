# All titles of a body have one array; an arrow from one of them grows it for all.
notify { ['a', 'b']: before => [Notify['e'], Notify['f']], notify => [Notify['g']] }
notify { 'c': before => [Notify['e']]; 'd': before => [Notify['e']] }
notify { ['e', 'f', 'g', 'h']: }
Notify['a'] -> Notify['h']
Notify['b'] ~> Notify['h']
Notify['c'] -> Notify['h']
