notice(rbold(1) |$x| { $x })
