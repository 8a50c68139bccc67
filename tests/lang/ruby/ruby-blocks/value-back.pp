notice(rbcalls::run('value_back'))
