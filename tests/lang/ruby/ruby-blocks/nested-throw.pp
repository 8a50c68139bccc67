notice(rbcalls::run('nested_throw'))
