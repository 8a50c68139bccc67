notice(rbcalls::run('pass') |$x| { if $x == 2 { break() } $x })
notice(rbcalls::run('wrap') |$x| { if $x == 2 { next(7) } $x })
function g() { rbcalls::run('wrap') |$x| { return('out') } }
notice(g())
