notice(Array(1.5))
