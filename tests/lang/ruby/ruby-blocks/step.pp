notice(rbcalls::run('step'))
