type TS = TypeSet[{pcore_version => '1.0.0', types => {Foo => 3}}]
notice(TS)
