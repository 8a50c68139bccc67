notice(rbcalls::run('with'))
