function older(Dt::Person $p) { $p.age }
notice(older(Dt::Made('x')))
