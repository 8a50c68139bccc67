notice(lest(undef) |$x| { 2 })
