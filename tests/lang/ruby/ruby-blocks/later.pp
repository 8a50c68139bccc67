notice(rbcalls::run('later'))
