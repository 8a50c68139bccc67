notice(rbcalls::run('raise'))
