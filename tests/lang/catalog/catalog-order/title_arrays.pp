notify { ['c', 'a', 'b']: message => 'x' }
