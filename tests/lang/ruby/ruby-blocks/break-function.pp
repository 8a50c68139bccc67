notice(rbcalls::run('break_function'))
