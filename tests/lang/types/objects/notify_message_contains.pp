type A = Object[{attributes => {a => Integer}}]
notify { 'x': message => A(1) }
