notice(rbcalls::run('lookup_raise'))
