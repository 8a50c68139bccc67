notice(rbcalls::run('nested_return'))
