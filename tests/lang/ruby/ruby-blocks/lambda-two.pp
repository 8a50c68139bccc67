notice(rbcalls::run('lambda_two'))
