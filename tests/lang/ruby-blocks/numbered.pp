notice(rbcalls::run('numbered'))
