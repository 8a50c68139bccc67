notify { 'x': message => Deferred('$x', ['a']) }
