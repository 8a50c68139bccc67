notice(rbcalls::run('tree'))
