notice(rbcalls::run('lambda_return'))
