Resource['notify', 'a'] { message => 'r' }
notify { ['a', 'b']: }
