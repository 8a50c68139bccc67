notify { 'a': message => Sensitive(['x', 1]) }
