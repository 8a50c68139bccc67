notice(rbcalls::run('language'))
