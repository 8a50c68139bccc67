notice(Dt::Made(1))
