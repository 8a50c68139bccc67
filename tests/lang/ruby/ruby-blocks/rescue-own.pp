notice(rbcalls::run('rescue_own'))
