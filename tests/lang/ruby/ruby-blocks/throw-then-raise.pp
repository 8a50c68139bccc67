notice(rbcalls::run('throw_then_raise'))
