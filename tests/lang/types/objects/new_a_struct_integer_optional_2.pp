type A = Object[{attributes => {a => Integer, b => {type => String, value => 'x'}}}]
A(1,2)
