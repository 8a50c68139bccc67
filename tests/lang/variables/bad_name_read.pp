notice($fooBar)
notice($Foo)
