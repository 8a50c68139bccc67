notice(rbcalls::run('nested_break'))
