notice(rbcalls::run('kept'))
