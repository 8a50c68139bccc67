notice(rbcalls::run('throw_twice'))
