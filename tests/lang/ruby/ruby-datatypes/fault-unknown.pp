notice(Dt::Unknown(1))
