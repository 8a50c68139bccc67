type TS = TypeSet[{pcore_version => '1.0.0', types => {Foo => Integer}}]
notify { 'x': message => TS }
