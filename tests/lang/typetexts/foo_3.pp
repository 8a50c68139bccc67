Type('Foo')
