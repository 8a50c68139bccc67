type TS = TypeSet[{pcore_version => 'x'}]
notice(TS)
