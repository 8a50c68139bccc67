$x = Object[{name => 'Foo', attributes => {a => Integer}}]
notice($x.new(1))
