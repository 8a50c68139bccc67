notice(rbcalls::run('scope'))
