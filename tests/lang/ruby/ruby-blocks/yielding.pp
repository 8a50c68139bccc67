notice(rbcalls::run('yielding') |$x| { $x * 2 })
