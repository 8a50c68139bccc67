notice(with(1) |$x| { } == undef)
