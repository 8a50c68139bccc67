notice(rbcalls::run('next'))
