notice(rbcalls::run('value'))
