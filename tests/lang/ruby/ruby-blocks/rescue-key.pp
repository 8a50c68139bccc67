notice(rbcalls::run('rescue_key'))
