notify { 'a': message => { 1.5 => 'a', true => 'b' } }
