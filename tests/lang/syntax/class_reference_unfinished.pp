notice(Foo::)
