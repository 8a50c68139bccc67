notice(rbcalls::run('lookup'))
