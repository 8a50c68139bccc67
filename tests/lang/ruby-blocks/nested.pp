notice(rbcalls::run('nested'))
