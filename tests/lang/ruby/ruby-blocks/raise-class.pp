notice(rbcalls::run('raise_class'))
