notice(rbcalls::run('none'))
