notify { 'a': message => { undef => 'x' } }
