notice(rbcalls::run('given') |$x| { $x * 2 })
