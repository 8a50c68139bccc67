notice(rbcalls::run('wrap') |$x| { $x * 2 })
