notice(Dt::Param["red", 1])
