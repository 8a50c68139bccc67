notice(rbcalls::run('orphan'))
