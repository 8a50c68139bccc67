notice(rbcalls::run('then_lest'))
