type Foo::Bar = Object[{}]
notice(Foo::Bar, Foo::Bar())
