notice(rbcalls::run('throw'))
