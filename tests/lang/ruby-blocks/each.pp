notice(rbcalls::run('each'))
