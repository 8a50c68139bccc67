notify { 'a': message => Sensitive('x'), noop => true }
