notice(rbcalls::run('rest'))
