notice(rbcalls::run('rest_after'))
