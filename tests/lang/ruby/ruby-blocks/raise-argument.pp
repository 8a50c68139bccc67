notice(rbcalls::run('raise_argument'))
