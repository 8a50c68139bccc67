type TS = TypeSet[{pcore_version => '1.0.0', types => {foo => Integer}}]
notice(TS)
