notice(rbcalls::run('lambda_least'))
