notice(rbcalls::run('fail'))
