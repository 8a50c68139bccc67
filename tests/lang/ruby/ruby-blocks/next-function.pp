notice(rbcalls::run('next_function'))
