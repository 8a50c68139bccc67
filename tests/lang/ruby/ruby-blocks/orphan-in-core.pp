notice(rbcalls::run('orphan_in_core'))
