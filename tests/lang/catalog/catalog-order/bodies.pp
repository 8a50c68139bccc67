notify { 'z': ; 'y': message => 'm' ; ['x', 'w']: }
