notice(clamp('-1', 1, 2))
