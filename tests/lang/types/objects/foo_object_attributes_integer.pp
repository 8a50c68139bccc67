type Foo = Object[{ attributes => {a => Integer} }]
type Bar = Foo
notice(Bar, Bar(1), Bar(1) == Foo(1), type(Bar(1)))
type Baz = Variant[Foo, Integer]
notice(Foo(1) =~ Baz)
