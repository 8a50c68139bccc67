type Foo = Object[{ checks => 'x' }]
notice(Foo)
