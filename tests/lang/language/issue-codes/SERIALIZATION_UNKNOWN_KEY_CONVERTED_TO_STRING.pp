notify { 'x': message => { 1 => 'one' } }
