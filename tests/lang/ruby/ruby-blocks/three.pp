notice(rbcalls::run('three'))
