notice(Dt::Made('x')[1])
