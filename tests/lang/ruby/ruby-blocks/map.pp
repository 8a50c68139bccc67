notice(rbcalls::run('map'))
