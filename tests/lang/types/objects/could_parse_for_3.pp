$x = Object[{name => 'Foo', attributes => {a => Integer}}]
notice($x)
notice($x.new(1))
notice($x(1))
