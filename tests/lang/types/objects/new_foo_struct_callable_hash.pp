type Foo = Object[{ attributes => {a => Callable} }]
notice(Foo(3))
