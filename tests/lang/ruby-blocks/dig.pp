notice(rbcalls::run('dig'))
