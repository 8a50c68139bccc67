notice(unique(1.5))
