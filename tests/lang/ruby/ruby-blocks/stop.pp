notice(rbcalls::run('stop'))
