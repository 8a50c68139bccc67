notice(rbcalls::run('deep'))
