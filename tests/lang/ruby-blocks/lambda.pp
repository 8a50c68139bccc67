notice(rbcalls::run('lambda'))
