notice(rbcalls::run('slice'))
