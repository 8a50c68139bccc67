notice(rbcalls::run('filter'))
