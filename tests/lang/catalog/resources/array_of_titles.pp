notify { ['a', 'b', 'c']: message => 'same' }
notify { [['d'], ['e', ['f']]]: }
