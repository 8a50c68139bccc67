type TS = TypeSet[{pcore_version => '1.0.0', annotations => {Foo => {}} }]
notice(TS)
