type Foo = Object[{ attributes => {a => {type => Integer, value => default}} }]
notice(Foo)
notice(Foo())
notice(Foo().a)
