notice(rbcalls::run('method'))
