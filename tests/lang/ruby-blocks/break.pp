notice(rbcalls::run('break'))
