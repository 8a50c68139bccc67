notice(rbcalls::run('raise_twice'))
