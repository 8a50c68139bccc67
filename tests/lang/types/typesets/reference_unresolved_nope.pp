type TS = TypeSet[{pcore_version => '1.0.0', types => {A => Object[{parent => Nope}]}}]
notice(TS)
