notice(with('x') |Binary $t| { $t })
