notice(rbcalls::run('no_parameters'))
