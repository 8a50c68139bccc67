notify { 'x': message => 'Abc' }
notice(defined_with_params(Notify['x'], {message => 'abc'}), defined_with_params(Notify['X'], {message => 'Abc'}))
