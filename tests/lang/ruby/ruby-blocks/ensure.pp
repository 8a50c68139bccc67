notice(rbcalls::run('ensure'))
