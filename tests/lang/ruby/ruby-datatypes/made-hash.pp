notice(Dt::Made({first => 'a'}))
