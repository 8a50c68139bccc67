notice(rbcalls::run('lookup_throw'))
