notice(stdlib::end_with('a', 1))
