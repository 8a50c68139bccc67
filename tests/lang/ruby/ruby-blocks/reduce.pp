notice(rbcalls::run('reduce'))
