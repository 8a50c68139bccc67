notice(Dt::Hashed({path => "/a"})[1])
