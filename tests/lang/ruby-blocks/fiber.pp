notice(rbcalls::run('fiber'))
