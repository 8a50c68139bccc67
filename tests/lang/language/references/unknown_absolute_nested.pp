notice(Array[::No::Such])
