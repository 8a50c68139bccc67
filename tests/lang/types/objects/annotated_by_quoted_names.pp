type Foo = Object[{ attributes => { 'a' => { 'type' => Integer, annotations => { Annotation => {} } } } }]
notice(Foo)
