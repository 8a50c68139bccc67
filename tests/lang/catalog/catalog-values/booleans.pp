notify { 'a': message => [true, false, !true] }
