notice(rbcalls::run('keyword'))
