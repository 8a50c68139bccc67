notice(Struct[{a => 'Foo'}], Callable['Foo', 'Bar'])
