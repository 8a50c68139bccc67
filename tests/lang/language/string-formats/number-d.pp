notice(String(1, '%d', 3))
