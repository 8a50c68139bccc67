type A = Object[{attributes => {a => Integer, b => {type => String, value => 'x'}}}]
A({a => 1, c => 2})
