notice(dt::data(Dt::Hashed({path => '/a'})))
