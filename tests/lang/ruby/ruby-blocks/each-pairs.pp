notice(rbcalls::run('each_pairs'))
