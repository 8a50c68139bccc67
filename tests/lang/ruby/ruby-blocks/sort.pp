notice(rbcalls::run('sort'))
