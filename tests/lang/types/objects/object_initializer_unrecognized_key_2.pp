type Foo = Object[{ serialization => [a], attributes => {a => Integer} }]
notice(Foo)
