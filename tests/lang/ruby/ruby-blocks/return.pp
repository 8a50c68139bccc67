notice(rbcalls::run('return') , 1)
notice('after')
