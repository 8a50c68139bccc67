notice(rbcalls::run('regsubst'))
