notice(rbcalls::run('ruby'))
