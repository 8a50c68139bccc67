notice(Dt::Made("a").nothing)
