notice(rbcalls::run('extra'))
