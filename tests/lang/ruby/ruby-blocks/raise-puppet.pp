notice(rbcalls::run('raise_puppet'))
