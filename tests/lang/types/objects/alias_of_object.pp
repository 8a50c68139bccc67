type Foo = Object
notice(Foo)
