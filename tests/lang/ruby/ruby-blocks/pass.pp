notice(rbcalls::run('pass') |$x| { $x * 2 })
