notice(rbcalls::run('throw_unknown'))
