define d { notice(with(1) |$x| { break() }) }
[1,2].each |$y| { d { "x$y": } }
