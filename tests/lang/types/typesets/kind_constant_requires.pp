type TS = TypeSet[{pcore_version => '1.0.0', types => {A => Object[{attributes => {a => {type => Integer, kind => constant}}}]}}]
notice(TS)
