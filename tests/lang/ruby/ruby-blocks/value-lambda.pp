notice(rbcalls::run('value_lambda'))
