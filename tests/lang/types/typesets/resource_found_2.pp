$x = TypeSet[{pcore_version => '1.0.0', name => 'Foo', name_authority => 'http://example.com', types => {X => Integer}}]
notice($x)
notice(Foo::X)
