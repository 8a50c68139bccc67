notice(rbcalls::run('any_all'))
