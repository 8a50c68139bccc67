notice(rbcalls::run('lambda_wrong'))
