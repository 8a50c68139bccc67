notice(rbcalls::run('optional'))
