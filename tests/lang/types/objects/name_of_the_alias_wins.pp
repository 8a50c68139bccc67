type Foo = Object[{ name => 'Bar', attributes => {a => Integer} }]
notice(Foo)
notice(Foo(1))
