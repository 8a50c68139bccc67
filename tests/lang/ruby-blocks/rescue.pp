notice(rbcalls::run('rescue'))
