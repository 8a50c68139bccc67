type TS = TypeSet { pcore_version => '1.0.0', types => { A => { attributes => { b => Optional[B] } }, B => { attributes => { a => Optional[A] } } } }
notice(TS)
notice(TS::A(TS::B(TS::A())))
