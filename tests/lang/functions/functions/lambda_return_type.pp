notice(with(1) |$x| >> Integer { $x })
notice(with('s') |$x| >> Integer { $x })
