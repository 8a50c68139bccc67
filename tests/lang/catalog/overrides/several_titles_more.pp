Notify['a', 'b'] { message => 'r' }
notify { ['a', 'b']: }
