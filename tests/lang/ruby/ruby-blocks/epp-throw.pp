notice(rbcalls::run('epp_throw'))
