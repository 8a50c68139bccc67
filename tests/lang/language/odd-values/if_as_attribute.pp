notify { 'x': message => (if false { 'a' }) }
