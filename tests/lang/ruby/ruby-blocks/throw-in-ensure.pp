notice(rbcalls::run('throw_in_ensure'))
